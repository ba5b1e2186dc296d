package io.narrows.lab.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;

class DemoCommandTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
                    --recorded --compare | --recorded cannot be combined with --compare or --rate
                    --recorded --rate 5  | --recorded cannot be combined with --compare or --rate
                    --compare --keep-running | --compare cannot be combined with --keep-running
                    --compare --stay     | narrows: --stay is now --keep-running
                    --compare=policy,gip | Invalid value for option '--compare' (CODEC,...): unknown codec 'gip'
                    --rate -1            | --rate -1.0 (expected: 0 to 1000000)
                    --for 5              | Invalid value for option '--for': '5' is not a duration
                    """)
    void optionsThatDoNotGoTogether_areNamed_andNothingStarts(String arguments, String message) {
        StringWriter err = new StringWriter();

        int exit =
                new CommandLine(new DemoCommand()).setErr(new PrintWriter(err)).execute(arguments.split(" "));

        assertThat(exit).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).startsWith(message);
    }
}
