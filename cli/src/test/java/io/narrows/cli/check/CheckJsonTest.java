package io.narrows.cli.check;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import io.narrows.config.ConfigSource;
import io.narrows.testkit.SelfSigned;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckJsonTest {
    private static final String NODE = """
            version: 1
            node: {id: a, region: us-east-1, zone: z1, host: h1}
            targets: {raft: {address: 127.0.0.1:2380, peers: [b]}}
            peers: [{id: b, region: mars-1, zone: z2, host: h2, link: 127.0.0.1:15001}]
            """;

    @TempDir
    private Path folder;

    @Test
    void goodFile_hasEverythingThatTheLinesHave() throws IOException {
        String json = check(NODE + """
                link: {listen: 127.0.0.1:15000}
                admin: {listen: 0.0.0.0:9901}
                capture: [{listen: 127.0.0.2:2380, peer: b, target: raft}]
                store: {data-dir: data}
                """);

        assertThat(json)
                .contains("\"ok\":true,\"problems\":[],\"certificate_faults\":[],")
                .contains(
                        "\"warnings\":[{\"key\":\"admin.listen\",\"listen\":\"0.0.0.0:9901\",\"detail\":\"admin.listen 0.0")
                .contains("\"assumed_prices\":[\"price to b assumed, ")
                .contains("\"targets\":[{\"name\":\"raft\",\"address\":\"127.0.0.1:2380\",\"peers\":[\"b\"]}]")
                .contains("\"store\":{\"members\":[{\"address\":\"a:2380\",\"via\":\"127.0.0.1:2380\",\"self\":true},"
                        + "{\"address\":\"b:2380\",\"via\":\"127.0.0.2:2380\",\"self\":false}]}");
    }

    @Test
    void formerKey_isAWarningWithItsPlace() throws IOException {
        assertThat(check(NODE + "link: {listen: 127.0.0.1:15000, ready: 2}\n"))
                .contains("\"ok\":true,")
                .contains("\"warnings\":[{\"key\":\"link.ready\",\"new_key\":\"link.min-idle\",\"file\":\"" + folder
                        + "/narrows.yaml\",\"line\":5,\"column\":33,\"detail\":\"" + folder
                        + "/narrows.yaml:5:33: link.rea");
    }

    @Test
    void autoWithoutARuleThatUsesIt_isAWarning() throws IOException {
        assertThat(check(NODE + "link: {listen: 127.0.0.1:15000}\nauto: {cpu-budget: 2}\n"))
                .contains("\"ok\":true,")
                .contains(
                        "\"warnings\":[{\"key\":\"auto\",\"detail\":\"auto has no effect, because no rule of the policy"
                                + " has codec: auto\"}]");
    }

    @Test
    void codecThatCompressesLessThanWhatItUnpacks_isAWarning() throws IOException {
        assertThat(check(NODE + "link: {listen: 127.0.0.1:15000}\npolicy: [{codec: lz4, unpack: [gzip]}]\n"))
                .contains("\"ok\":true,")
                .contains("\"warnings\":[{\"key\":\"unpack\",\"detail\":\"rule 1 at ");
    }

    @Test
    void everyMistake_hasItsPlace() throws IOException {
        assertThat(check(NODE + "link: {listen: 127.0.0.1, min-idle: 99}\n"))
                .contains("\"ok\":false,\"problems\":[{\"file\":\"" + folder
                        + "/narrows.yaml\",\"line\":5,\"column\":16,")
                .contains("\"line\":5,\"column\":37,\"wrong\":")
                .contains("\"store\":null}");
    }

    @Test
    void certificateThatCannotBeUsed_hasItsReason() throws IOException {
        for (String name : new String[] {"cert.pem", "key.pem", "ca.pem"}) {
            Files.writeString(folder.resolve(name), "garbage");
        }

        assertThat(check(NODE + "link: {listen: 0.0.0.0:15000, tls: {cert: cert.pem, key: key.pem, ca: ca.pem}}\n"))
                .contains("\"ok\":false,\"problems\":[],\"certificate_faults\":[{\"file\":\"" + folder
                        + "/cert.pem\",\"reason\":\"unreadable\",\"detail\":\"no certificate found");
    }

    @Test
    void certificateThatExpiresSoon_isAWarning_andChainsArePrinted() throws Exception {
        SelfSigned own = SelfSigned.of("db", 3, folder);

        assertThat(check(NODE.replace("peers: [b]", "peers: [b], tls: {ca: db.pem, plaintext: true}")
                        + "link: {listen: 127.0.0.1:15000}\n"))
                .contains("\"ok\":true,")
                .contains("\"warnings\":[{\"file\":\"" + own.cert() + "\",\"expires\":\"" + own.end()
                        + "\",\"detail\":\"")
                .contains(
                        "\"tls_chains\":[\"target raft: database -> (TLS ended there) -> link (plain text) -> (TLS begun"
                                + " here, without a certificate) -> raft at 127.0.0.1:2380\"]");
    }

    private String check(String yaml) throws IOException {
        Path file = Files.writeString(folder.resolve("narrows.yaml"), yaml);
        StringWriter out = new StringWriter();

        CheckJson.write(CheckResult.of(ConfigSource.of(file), Instant.now()), new PrintWriter(out));

        String line = out.toString();
        assertThat(line).endsWith("}\n");
        new JsonFactory().createParser(line).skipChildren();
        return line;
    }
}
