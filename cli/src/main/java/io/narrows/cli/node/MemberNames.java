package io.narrows.cli.node;

import io.narrows.config.StoreMember;
import io.narrows.config.StoreMembers;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Name resolution of this process: names of the store's members resolve to the sidecar next to it, {@code localhost}
 * resolves to this machine, and no other name resolves. The JDK reads the path of the hosts file when {@link InetAddress}
 * is first used, which must not happen before {@link #establish}, and the file itself at each resolution; it caches found
 * names for 30 s and missing ones for 10 s.
 */
final class MemberNames {
    static final String PROPERTY = "jdk.net.hosts.file";

    private final HostsFile file;

    MemberNames(HostsFile file) {
        this.file = file;
    }

    /**
     * Writes the hosts file of this process and activates it, unless the user has configured one, whose names must then
     * resolve to the same addresses.
     *
     * @param directory of the store; created if it does not exist
     * @throws IOException if the file cannot be written, or names still resolve to other addresses
     */
    static MemberNames establish(Path directory, StoreMembers members) throws IOException {
        Files.createDirectories(directory);
        HostsFile file = new HostsFile(directory);
        file.write(members);
        if (System.getProperty(PROPERTY) == null) {
            System.setProperty(PROPERTY, file.path().toString());
        }
        for (StoreMember member : members.all()) {
            require(member, file.path());
        }
        return new MemberNames(file);
    }

    /** Changes the addresses of the names, which takes effect within the times above. */
    void update(StoreMembers members) throws IOException {
        file.write(members);
    }

    private static void require(StoreMember member, Path file) throws IOException {
        String name = member.address().host();
        String expected = HostsFile.ip(member.via());
        String found = lookUp(name);
        if (!InetAddress.getByName(expected).getHostAddress().equals(found)) {
            throw new IOException("the name " + name + " resolves to " + found + " in this process, expected "
                    + expected + ", as in " + file + "; start with NARROWS_JAVA_OPTS=-D" + PROPERTY + "=" + file);
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
