package io.narrows.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.testkit.Seed;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Compares the parser with the JDK's, which accepts the same addresses except leading zeros: their meaning is disputed, so
 * they are rejected here.
 */
class IpAddressTest {
    private static final int ROUNDS = 20_000;
    private static final List<String> PARTS = List.of(
            ":", ":", "::", "0", "1", "ffff", "FE80", "abc", "12345", "1.2.3.4", "127.0.0.1", "256.1.1.1", ".", "g");

    private static final Pattern LEADING_ZERO = Pattern.compile("(^|[:.])0[0-9A-Fa-f]");

    private final long seed = Seed.of(IpAddressTest.class);
    private final Random random = new Random(seed);

    @Test
    void randomCombinationsOfParts_areReadAsByTheJdk() {
        int read = 0;
        for (int round = 0; round < ROUNDS; round++) {
            String text = text();
            Optional<List<Integer>> octets = IpAddress.parse(text).map(IpAddress::octets);

            assertThat(octets).as("seed %d, %s", seed, text).isEqualTo(jdk(text));
            read += octets.isPresent() ? 1 : 0;
        }

        assertThat(read).as("addresses among the texts").isGreaterThan(ROUNDS / 100);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "1.2.3", "01.2.3.4", "1.2.3.4.", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "::1%eth0", ":::"})
    void textThatIsNotAnAddress_isNotRead(String text) {
        assertThat(IpAddress.parse(text)).isEmpty();
    }

    private String text() {
        int groups = 1 + random.nextInt(8);
        boolean likely = random.nextBoolean();
        String text = IntStream.range(0, groups)
                .mapToObj(i -> PARTS.get(random.nextInt(PARTS.size())))
                .collect(Collectors.joining(likely ? ":" : ""));
        return LEADING_ZERO.matcher(text).find() ? text() : text;
    }

    /** Parses with the JDK. Texts without a colon could be names, which the JDK would resolve. */
    private static Optional<List<Integer>> jdk(String text) {
        if (text.indexOf(':') < 0) {
            return IpAddress.parse(text).map(IpAddress::octets);
        }
        try {
            byte[] bytes = InetAddress.getByName("[" + text + "]").getAddress();
            return Optional.of(IntStream.range(0, bytes.length)
                    .mapToObj(i -> bytes[i] & 0xFF)
                    .toList());
        } catch (UnknownHostException e) {
            return Optional.empty();
        }
    }
}
