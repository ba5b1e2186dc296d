package io.narrows.cli.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.config.HostPort;
import io.narrows.config.Interception;
import io.narrows.config.TrafficClass;
import io.narrows.config.TransparentCapture;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

final class LocalRoutesTest {
    private static final CapturePlan IPV4 = plan("127.0.0.1:15001");
    private static final CapturePlan BOTH = plan("127.0.0.1:15001", "[::1]:15001");

    private final Kernel withIpv6 = new Kernel(true);
    private final Kernel withoutIpv6 = new Kernel(false);

    @Test
    void hostWithoutIpv6_getsTheRoutesOfIpv4_andLosesThem() throws IOException {
        LocalRoutes routes = new LocalRoutes(withoutIpv6);

        routes.add(IPV4);
        assertThat(routes.missing(IPV4)).isEmpty();
        routes.remove();

        assertThat(withoutIpv6.lines).isEmpty();
        assertThat(routes.missing(IPV4)).hasSize(2);
    }

    @Test
    void hostWithoutIpv6_failsForAPlanThatNeedsIt() {
        assertThatThrownBy(() -> new LocalRoutes(withoutIpv6).add(BOTH)).isInstanceOf(IOException.class);
    }

    @Test
    void remove_removesBothFamilies() throws IOException {
        LocalRoutes routes = new LocalRoutes(withIpv6);
        routes.add(BOTH);
        assertThat(withIpv6.lines).hasSize(4);

        routes.remove();

        assertThat(withIpv6.lines).isEmpty();
    }

    private static CapturePlan plan(String... listens) {
        List<TransparentCapture> captures = new ArrayList<>();
        for (String listen : listens) {
            captures.add(new TransparentCapture(
                    HostPort.parse(listen),
                    List.of(7000),
                    Interception.REDIRECT,
                    Optional.empty(),
                    false,
                    false,
                    false,
                    TrafficClass.DEFAULT));
        }
        return new CapturePlan(captures, List.of("10.0.0.2"), List.of(), false, OptionalInt.empty(), List.of());
    }

    /** The answers of ip(8) for one rule and one route of each family. */
    private record Kernel(boolean hasIpv6, Set<String> lines) implements LocalRoutes.Kernel {
        Kernel(boolean hasIpv6) {
            this(hasIpv6, new TreeSet<>());
        }

        @Override
        public String run(String... command) throws IOException {
            String family = command[1];
            if (family.equals("-6") && !hasIpv6) {
                throw new IOException("RTNETLINK answers: Operation not supported");
            }
            String line = family + " " + command[2];
            switch (command[3]) {
                case "add" -> lines.add(line);
                case "del", "flush" -> lines.remove(line);
                default -> {
                    return !lines.contains(line)
                            ? ""
                            : command[2].equals("rule")
                                    ? "12386:\tfrom all fwmark 0x3062 lookup 12386\n"
                                    : "local default dev lo table 12386 scope host\n";
                }
            }
            return "";
        }
    }
}
