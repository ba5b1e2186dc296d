package io.narrows.lab.bench.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;

class NodeBenchCommandTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
                    --clients 4                                                 | Missing required option: '--endpoints=HOST:PORT,...'
                    --endpoints localhost                                       | --endpoints: "localhost" has no port (expected: HOST:PORT)
                    --endpoints http://localhost:2379                           | --endpoints: "http://localhost:2379" is a URL (expected: HOST:PORT)
                    --endpoints localhost:1 --clients 0                         | clients 0 (expected: 1 to 10000)
                    --endpoints localhost:1 --writes -1                         | writes -1 (expected: 0 or more)
                    --endpoints localhost:1 --value-size 2GiB                   | bytes of a pod 2147483647 (expected: 1 to 1048576)
                    --endpoints localhost:1 --mix get=1                         | 'get=1' is not a mix
                    --endpoints localhost:1 --rate -5                           | rate -5.0 (expected: 0 to 1000000)
                    --endpoints localhost:1 --tls-ca ca.pem --tls-key key.pem   | a certificate without a key, or a key without a certificate
                    """)
    void wrongOptions_areNamed_andNothingStarts(String arguments, String message) {
        StringWriter err = new StringWriter();

        int exit = new CommandLine(new NodeBenchCommand())
                .setErr(new PrintWriter(err))
                .execute(arguments.split(" "));

        assertThat(exit).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).startsWith(message);
    }

    @Test
    void missingAuthority_isNamed() {
        StringWriter err = new StringWriter();

        int exit = new CommandLine(new NodeBenchCommand())
                .setErr(new PrintWriter(err))
                .execute("--endpoints", "localhost:1", "--tls-ca", "no-such-file.pem");

        assertThat(exit).isEqualTo(ExitCode.SOFTWARE);
        assertThat(err.toString()).startsWith("narrows: ").contains("no-such-file.pem");
    }
}
