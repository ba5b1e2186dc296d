package io.narrows.proxy.auto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.config.Config;
import io.narrows.config.ConfigException;
import io.narrows.config.ConfigLoader;
import io.narrows.config.Location;
import io.narrows.config.PeerId;
import io.narrows.config.Traffic;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.sample.SampleSums;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

final class CostsTest {
    private static final String FILE = """
            version: 1
            node: {id: a, region: r1, zone: z, host: ha}
            link: {listen: 127.0.0.1:1}
            targets: {}
            peers: [{id: b, region: r2, zone: z, host: hb, link: 127.0.0.1:3}]
            policy: [{codec: auto}]
            tariff: {cross-region: {sent: 0.02, received: 0.01}, cpu-core-hour: 0.036}
            """;

    private static final CodecSpec DENSE = CodecSpec.of(Codec.DENSE, 2);

    /** A gigabyte that shrinks to a quarter within 100 s. */
    private static final SampleSums SUMS = new SampleSums(1_000_000_000, 250_000_000, 100_000_000_000L);

    private static Costs costs(String keys, double nanosPerWireByte) throws ConfigException {
        return costs(FILE, keys, nanosPerWireByte);
    }

    private static Costs costs(String file, String keys, double nanosPerWireByte) throws ConfigException {
        Config config = ConfigLoader.parse("narrows.yaml", file + keys, Path.of(""));
        Traffic traffic = new Traffic(
                new PeerId("b"),
                new Location("r1", "z", "ha"),
                new Location("r2", "z", "hb"),
                TrafficClass.REPLICATION);
        return Costs.of(config, traffic, nanosPerWireByte);
    }

    @Test
    void dollars_areThoseOfTheBytesAndOfTheProcessor() throws ConfigException {
        CandidateCost cost = costs("", 0).of(DENSE, SUMS);

        assertThat(cost.perByte() * 1e9).isCloseTo(0.25 * 0.02 + 100 * 0.036 / 3600, within(1e-9));
        assertThat(cost.cpuNanosPerByte()).isEqualTo(100);
    }

    @Test
    void dollarsOfBothEnds_includeTheReceiversPriceAndDecoder() throws ConfigException {
        Costs costs = costs(FILE.replace("tariff: {", "tariff: {both-ends: true, "), "", 0);

        assertThat(costs.of(DENSE, SUMS).perByte() * 1e9).isGreaterThan(0.25 * 0.03 + 100 * 0.036 / 3600);
    }

    @Test
    void dollarsOfBothEnds_areLessForLevel0_whichIsDecodedFaster() throws ConfigException {
        Costs costs = costs(FILE.replace("tariff: {", "tariff: {both-ends: true, "), "", 0);

        assertThat(costs.of(CodecSpec.of(Codec.DENSE, 0), SUMS).perByte())
                .isLessThan(costs.of(DENSE, SUMS).perByte());
    }

    @Test
    void whatWasSentAsItIs_isNotDecoded() throws ConfigException {
        Costs costs = costs(FILE.replace("tariff: {", "tariff: {both-ends: true, "), "", 0);
        SampleSums raw = new SampleSums(1_000, 1_010, 0);

        assertThat(costs.of(DENSE, raw).perByte())
                .isEqualTo(costs.of(CodecSpec.of(Codec.NONE), raw).perByte());
    }

    @Test
    void bytes_countAlone_andProcessorTimeOnlyBetweenEquals() throws ConfigException {
        Costs costs = costs("auto: {objective: bytes}", 0);

        assertThat(costs.of(DENSE, SUMS).perByte()).isCloseTo(0.25, within(1e-6));
        assertThat(costs.of(DENSE, new SampleSums(1_000, 250, 2_000)).perByte())
                .isGreaterThan(
                        costs.of(DENSE, new SampleSums(1_000, 250, 1_000)).perByte());
    }

    @Test
    void latency_isTheTimeToEncode_andToSendWhileTheConnectionIsBackedUp() throws ConfigException {
        assertThat(costs("auto: {objective: latency}", 0).of(DENSE, SUMS).perByte())
                .isEqualTo(100);
        assertThat(costs("auto: {objective: latency}", 1_000).of(DENSE, SUMS).perByte())
                .isEqualTo(350);
    }
}
