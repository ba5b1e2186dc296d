package io.narrows.cli.node;

import io.narrows.config.ConfigException;
import io.narrows.config.ConfigLoader;
import io.narrows.config.StoreMembers;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;

/** A process that reads a configuration as the verbs do, establishes the names, and prints the addresses of some. */
final class MemberNamesProbe {
    private MemberNamesProbe() {}

    /** @param arguments {@code late} to resolve a name beforehand, otherwise {@code early}; the configuration; the names */
    public static void main(String[] arguments) throws IOException, ConfigException {
        if (arguments[0].equals("late")) {
            InetAddress.getLoopbackAddress();
        }
        StoreMembers members =
                StoreMembers.of(ConfigLoader.load(Path.of(arguments[1]))).orElseThrow();
        try {
            MemberNames.establish(Path.of(arguments[1]).resolveSibling("store"), members);
            for (int i = 2; i < arguments.length; i++) {
                System.out.println(arguments[i] + " " + lookUp(arguments[i]));
            }
        } catch (IOException e) {
            System.out.println("refused: " + e.getMessage());
        }
    }

    private static String lookUp(String name) {
        try {
            return InetAddress.getByName(name).getHostAddress();
        } catch (UnknownHostException e) {
            return "nothing";
        }
    }
}
