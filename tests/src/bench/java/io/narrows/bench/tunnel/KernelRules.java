package io.narrows.bench.tunnel;

import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The rules of {@code narrows capture apply} in this network namespace, which is two hosts at once: both have an address on
 * its loopback interface.
 */
final class KernelRules implements Closeable {
    /** Programs with their Debian packages. */
    static final Map<String, String> PROGRAMS = Map.of("nft", "nftables", "ip", "iproute2", "setpriv", "util-linux");

    /** The user of the far sidecar. The near host's rules would otherwise capture what it delivers, being in the same namespace. */
    private static final String FAR_USER = "65534";

    private static final String CAPABILITIES = "+net_admin,+dac_read_search";

    private final Path launcher;

    private KernelRules(Path launcher) {
        this.launcher = launcher;
    }

    /** @param config of the near sidecar */
    static KernelRules apply(Path launcher, Path config) throws IOException {
        for (String host : List.of(Route.CLIENT_HOST, Route.SERVER_HOST)) {
            run(List.of("ip", "address", "replace", host + "/32", "dev", "lo"));
        }
        run(List.of(launcher.toString(), "capture", "apply", "--config", config.toString(), "--user", FAR_USER));
        return new KernelRules(launcher);
    }

    /** Returns the command as the user whose connections are not captured, with the capability to keep source addresses. */
    static List<String> exempt(List<String> command) {
        List<String> exempt = new ArrayList<>(
                List.of("setpriv", "--reuid", FAR_USER, "--inh-caps", CAPABILITIES, "--ambient-caps", CAPABILITIES));
        exempt.addAll(command);
        return List.copyOf(exempt);
    }

    @Override
    public void close() throws IOException {
        run(List.of(launcher.toString(), "capture", "remove"));
    }

    private static void run(List<String> command) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            if (process.waitFor() != 0) {
                throw new IOException(String.join(" ", command) + " failed: " + output.strip());
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }
}
