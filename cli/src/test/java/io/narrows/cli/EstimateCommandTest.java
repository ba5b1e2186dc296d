package io.narrows.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.cli.analyze.GzippedOrders;
import io.narrows.testkit.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class EstimateCommandTest {
    private static final int PSH_ACK = 0x18;
    private static final int SYN = 0x02;
    private static final int RAW_IP = 101;
    private static final int FIRST_SEQUENCE = 100;

    @TempDir
    Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private Path capture;
    private long payloadBytes;

    private final ByteArrayOutputStream file = new ByteArrayOutputStream();

    @BeforeEach
    void capture() throws Exception {
        file.writeBytes(little(24)
                .putInt(0xA1B2C3D4)
                .putShort((short) 2)
                .putShort((short) 4)
                .putLong(0)
                .putInt(262_144)
                .putInt(RAW_IP)
                .array());
        packet(file, 0, 99, SYN, "");
        int sequence = FIRST_SEQUENCE;
        for (int i = 0; i < 100; i++) {
            String record = "{\"kind\":\"pod\",\"name\":\"web-" + i + "\",\"image\":\"registry.example/web:1\"}";
            packet(file, 10 * (i + 1), sequence, PSH_ACK, record);
            sequence += record.length();
            payloadBytes += record.length();
        }
        capture = Files.write(folder.resolve("one.pcap"), file.toByteArray());
    }

    @Test
    void json_hasTheTrafficOfThePair_andAPolicy() {
        assertThat(estimate("--output", "json", "--topology", "10.0.0.1=r1/a/db-1", "--topology", "10.0.0.2=r1/b/db-2"))
                .isZero();

        Map<String, Object> report = Json.object(out.toString());
        assertThat(report.get("packets")).isEqualTo(101);
        assertThat(report.get("connections")).isEqualTo(1);
        Map<String, Object> line = list(report.get("traffic")).get(0);
        assertThat(line)
                .containsEntry("from", "db-1")
                .containsEntry("to", "db-2")
                .containsEntry("tier", "cross-zone");
        assertThat(line).containsEntry("policy_codec", "zstd:1");
        assertThat(list(line.get("codecs")))
                .extracting(codec -> codec.get("codec"))
                .contains("none", "lz4", "zstd:1", "zstd:3", "zstd:9", "dense:2");
        assertThat((String) report.get("policy")).startsWith("policy:\n");
    }

    @Test
    void packetsThatCannotBeUsed_areNoted_inEachFormat() throws Exception {
        byte[] udp = new byte[40];
        udp[0] = 0x45;
        udp[3] = 40;
        udp[9] = 17;
        for (int i = 0; i < 3; i++) {
            captured(file, 2000, udp, udp.length);
        }
        captured(file, 2000, new byte[40], 40);
        captured(file, 2000, new byte[] {0x45, 0}, 40);
        Files.write(capture, file.toByteArray());
        Path page = folder.resolve("page.html");
        String[] places = {"--topology", "10.0.0.1=r1/a/db-1", "--topology", "10.0.0.2=r1/b/db-2"};

        estimate(concat(places, "--html", page.toString()));
        String table = out.toString();
        out.getBuffer().setLength(0);
        estimate(concat(places, "--output", "json"));

        for (String note : List.of(
                "3 packets without TCP left out: UDP and others, also TCP in VXLAN",
                "1 packets without IP left out",
                "1 packets left out, whose headers were cut by the snap length 262144: capture with tcpdump -s 0")) {
            assertThat(table).contains(note);
            assertThat(page).content().contains(note);
        }
        assertThat(Json.object(out.toString()))
                .containsEntry("not_tcp_packets", 3)
                .containsEntry("not_ip_packets", 1)
                .containsEntry("cut_headers", 1)
                .containsEntry("fragments", 0);
    }

    private static String[] concat(String[] some, String... others) {
        return Stream.concat(Stream.of(some), Stream.of(others)).toArray(String[]::new);
    }

    @Test
    void html_hasTheCautionsOfTheTable() throws Exception {
        packet(file, 2000, FIRST_SEQUENCE + (int) payloadBytes + 50, PSH_ACK, "after a hole");
        Files.write(capture, file.toByteArray());
        Path page = folder.resolve("page.html");

        estimate("--html", page.toString(), "--topology", "10.0.0.0/8=r1/a");

        assertThat(out.toString()).contains("1 holes (50B): contexts restarted there");
        assertThat(page).content().contains("1 holes (50B): contexts restarted there.");
    }

    @Test
    void compressedMessages_haveLinesWithUnpack_inEachFormat() throws Exception {
        int sequence = FIRST_SEQUENCE + (int) payloadBytes;
        int millis = 2000;
        for (byte[] message : GzippedOrders.messages(60)) {
            packet(file, millis, sequence, PSH_ACK, new String(message, StandardCharsets.ISO_8859_1));
            sequence += message.length;
            millis += 10;
        }
        Files.write(capture, file.toByteArray());
        Path page = folder.resolve("page.html");
        String config = withoutPriceOfTheProcessor("").toString();

        estimate("--config", config, "--html", page.toString());
        String table = out.toString();
        out.getBuffer().setLength(0);
        estimate("--config", config, "--output", "json");

        assertThat(table)
                .containsPattern("with unpack: \\[gzip], which applies to 100.0 % of the bytes that applications"
                        + " compressed:\n  [a-z]+")
                .containsPattern("tier: cross-region, [^}]*, unpack: \\[gzip]}");
        assertThat(page).content().contains("with unpack: [gzip], which applies to 100.0 % of the bytes");
        Map<String, Object> line =
                list(Json.object(out.toString()).get("traffic")).get(0);
        @SuppressWarnings("unchecked")
        Map<String, Object> packed = (Map<String, Object>) line.get("compressed_by_applications");
        assertThat(packed).containsEntry("unpack", List.of("gzip"));
        assertThat(list(packed.get("codecs_with_unpack")))
                .extracting(codec -> codec.get("codec"))
                .contains("lz4", "zstd:3", "dense:2")
                .doesNotContain("none");
    }

    @Test
    void proposedPolicy_passesCheck() throws Exception {
        estimate("--output", "json", "--topology", "10.0.0.1=r1/a/db-1", "--topology", "10.0.0.2=r1/b/db-2");
        String policy = (String) Json.object(out.toString()).get("policy");
        Path config = Files.writeString(folder.resolve("proposed.yaml"), """
                version: 1
                node: {id: db-1, region: r1, zone: a, host: h1}
                link: {listen: 127.0.0.1:15000, plaintext: true}
                targets: {sql: 127.0.0.1:5432}
                peers:
                  - {id: db-2, region: r1, zone: b, host: h2, link: 127.0.0.1:15001}
                """ + policy);

        int exit = new CommandLine(new CheckCommand())
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute("--config", config.toString());

        assertThat(err.toString()).isEmpty();
        assertThat(exit).isZero();
    }

    @Test
    void table_namesUnknownAddresses() {
        assertThat(estimate("--topology", "10.0.0.1=r1/a")).isZero();

        assertThat(out.toString()).contains("left out: no place for 10.0.0.2");
    }

    @Test
    void config_withNodes_hasTheirPlaces() throws Exception {
        Path config = Files.writeString(folder.resolve("narrows.yaml"), """
                version: 1
                nodes:
                  - {id: db-1, region: r1, zone: a, host: h1, link: 10.0.0.1:15000}
                  - {id: db-2, region: r2, zone: a, host: h2, link: 10.0.0.2:15000}
                link: {listen: 127.0.0.1:15000}
                targets: {sql: 127.0.0.1:5432}
                policy:
                  - {tier: cross-region, codec: zstd, level: 9}
                """);

        assertThat(estimate("--config", config.toString(), "--codec", "lz4", "--output", "json"))
                .isZero();

        Map<String, Object> line =
                list(Json.object(out.toString()).get("traffic")).get(0);
        assertThat(line).containsEntry("tier", "cross-region").containsEntry("policy_codec", "zstd:9");
    }

    @ParameterizedTest
    @CsvSource({"dollars, lowest price", "bytes, fewest bytes"})
    void codecAuto_isTheBestCandidate(String objective, String reason) throws Exception {
        Path config = config("auto: {candidates: ['zstd:9', snappy], objective: " + objective + "}");

        assertThat(estimate("--config", config.toString(), "--codec", "lz4", "--output", "json"))
                .isZero();
        Map<String, Object> line =
                list(Json.object(out.toString()).get("traffic")).get(0);
        out.getBuffer().setLength(0);
        assertThat(estimate("--config", config.toString(), "--codec", "lz4")).isZero();

        assertThat(line).containsEntry("policy_codec", "zstd:9").containsEntry("policy_auto", objective);
        assertThat(list(line.get("codecs")))
                .extracting(codec -> codec.get("codec"))
                .containsExactlyInAnyOrder("none", "lz4", "zstd:9", "snappy");
        assertThat(out.toString()).contains("codec auto counts as the candidate with the " + reason);
    }

    @Test
    void codecAuto_forLatency_isTheFirstCandidate_andALineSaysSo() throws Exception {
        Path config = config("auto: {candidates: [snappy, 'zstd:9'], objective: latency}");

        assertThat(estimate("--config", config.toString(), "--codec", "lz4")).isZero();

        assertThat(out.toString())
                .contains("codec auto counts as its first candidate")
                .containsPattern("snappy +policy ")
                .doesNotContain("zstd:9");
    }

    @Test
    void yaml_hasThePolicyAsText() {
        assertThat(estimate("--output", "yaml", "--topology", "10.0.0.0/8=r1/a"))
                .isZero();

        assertThat(out.toString()).contains("packets: 101\n", "policy: |\n  policy:\n    - {tier: same-host");
    }

    @Test
    void html_hasTheTrafficAndThePolicy() {
        Path page = folder.resolve("page.html");

        assertThat(estimate(
                        "--html",
                        page.toString(),
                        "--topology",
                        "10.0.0.1=r1/a/db-1",
                        "--topology",
                        "10.0.0.2=r1/b/db-2"))
                .isZero();

        assertThat(page)
                .content()
                .contains(
                        "1 captured connection in 1.0 s",
                        "db-1",
                        "db-2",
                        "cross-zone",
                        "1 node<",
                        "policy:\n  - {tier: same-host");
    }

    @Test
    void noPlaces_isAWrongCall() {
        assertThat(estimate()).isEqualTo(2);

        assertThat(err.toString()).contains("expected: --topology CIDR=REGION/ZONE");
    }

    @Test
    void topology_notAPlace_saysWhatWasExpected() {
        assertThat(estimate("--topology", "10.0.0.0/8=r1")).isEqualTo(2);

        assertThat(err.toString()).contains("--topology").contains("expected: CIDR=REGION/ZONE");
    }

    @Test
    void fileThatIsNoCapture_isNamed_withTheOffset() throws Exception {
        capture = Files.writeString(folder.resolve("text.pcap"), "no capture at all");

        assertThat(estimate("--topology", "10.0.0.0/8=r1/a")).isEqualTo(2);

        assertThat(err.toString()).contains("text.pcap, offset 0: no capture");
    }

    @Test
    void damagedTail_isLeftOut_withAWarning() throws Exception {
        file.writeBytes(
                little(16).putLong(0).putInt(Integer.MAX_VALUE).putInt(0).array());
        Files.write(capture, file.toByteArray());

        assertThat(estimate("--output", "json", "--topology", "10.0.0.0/8=r1/a"))
                .isEqualTo(1);

        assertThat(err.toString())
                .contains("one.pcap, offset " + (file.size() - 16) + ": damaged")
                .contains("; the rest of this capture is left out");
        assertThat(Json.object(out.toString())).containsEntry("packets", 101).containsEntry("connections", 1);
    }

    @Test
    void damageBeforeTheFirstPacket_leavesNothingToEstimate() throws Exception {
        byte[] damaged = Arrays.copyOf(file.toByteArray(), 200);
        damaged[24 + 8 + 3] = 0x7F;
        Files.write(capture, damaged);

        assertThat(estimate("--topology", "10.0.0.0/8=r1/a")).isEqualTo(2);

        assertThat(out.toString()).isEmpty();
        assertThat(err.toString()).contains("one.pcap, offset 24: damaged");
    }

    @Test
    void missingFile_isNamed() {
        capture = folder.resolve("none.pcap");

        assertThat(estimate("--topology", "10.0.0.0/8=r1/a")).isEqualTo(2);

        assertThat(err.toString()).contains("none.pcap: no such file");
    }

    @Test
    void directory_isNamed_withTheReason() {
        capture = folder;

        assertThat(estimate("--topology", "10.0.0.0/8=r1/a")).isEqualTo(2);

        assertThat(err.toString()).contains(folder + ": is a directory; expected a capture");
    }

    @Test
    void pageThatCannotBeWritten_isNamed_withTheReason() throws Exception {
        Path unfinished = Files.createFile(
                folder.resolve(".page.html." + ProcessHandle.current().pid() + ".tmp"));

        String page = folder.resolve("page.html").toString();
        assertThat(estimate("--topology", "10.0.0.0/8=r1/a", "--html", page)).isEqualTo(2);

        assertThat(err.toString()).contains(unfinished + ": already exists");
    }

    private Path config(String auto) throws IOException {
        return withoutPriceOfTheProcessor("policy: [{codec: auto}]\n" + auto);
    }

    /** Returns a configuration with which the measured processor time, which depends on the machine's load, decides nothing. */
    private Path withoutPriceOfTheProcessor(String policy) throws IOException {
        return Files.writeString(folder.resolve("narrows.yaml"), """
                version: 1
                nodes:
                  - {id: db-1, region: r1, zone: a, host: h1, link: 10.0.0.1:15000}
                  - {id: db-2, region: r2, zone: a, host: h2, link: 10.0.0.2:15000}
                link: {listen: 127.0.0.1:15000}
                targets: {sql: 127.0.0.1:5432}
                tariff: {cpu-core-hour: 0}
                """ + policy);
    }

    private int estimate(String... options) {
        String[] arguments = new String[options.length + 1];
        System.arraycopy(options, 0, arguments, 1, options.length);
        arguments[0] = capture.toString();
        return new CommandLine(new EstimateCommand())
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(arguments);
    }

    /** Writes a packet from 10.0.0.1 to 10.0.0.2. */
    private static void packet(ByteArrayOutputStream file, int millis, int sequence, int flags, String payload) {
        byte[] content = payload.getBytes(StandardCharsets.ISO_8859_1);
        int length = 40 + content.length;
        ByteBuffer packet = ByteBuffer.allocate(length);
        packet.putShort((short) 0x4500)
                .putShort((short) length)
                .putInt(0)
                .put((byte) 64)
                .put((byte) 6);
        packet.putShort((short) 0).putInt(0x0A000001).putInt(0x0A000002);
        packet.putShort((short) 40_000).putShort((short) 5432).putInt(sequence).putInt(0);
        packet.put((byte) 0x50)
                .put((byte) flags)
                .putShort((short) 65_535)
                .putInt(0)
                .put(content);
        captured(file, millis, packet.array(), length);
    }

    private static void captured(ByteArrayOutputStream file, int millis, byte[] packet, int originalLength) {
        file.writeBytes(little(16)
                .putInt(1000 + millis / 1000)
                .putInt(millis % 1000 * 1000)
                .putInt(packet.length)
                .putInt(originalLength)
                .array());
        file.writeBytes(packet);
    }

    private static ByteBuffer little(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> list(Object value) {
        return (List<Map<String, Object>>) value;
    }
}
