package io.narrows.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class WrongCallTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "check --confg x.yaml | unknown option --confg (did you mean \"--config\"?)",
                "check --confg=x.yaml | unknown option --confg (did you mean \"--config\"?)",
                "db sacn              | unknown command sacn (did you mean \"scan\"?)",
                "chek                 | unknown command chek (did you mean \"check\"?)",
                "db get --fmaily x    | unknown option --fmaily (did you mean \"--family\"?)",
            })
    void unknownWord_isNamedWithTheOneThatWasMeant(String call, String said) {
        assertThat(errors(call)).isEqualTo(said);
    }

    @Test
    void unknownWordThatIsLikeNone_isNamedWithTheHelp() {
        assertThat(errors("db xyzzy")).startsWith("unknown command xyzzy\nUsage: narrows db ");
    }

    @Test
    void missingOption_isNamedWithTheHelp() {
        assertThat(errors("reload")).startsWith("Missing required option: '--config=FILE'\nUsage: narrows reload ");
    }

    private static String errors(String call) {
        String[] arguments = call.split(" +");
        StringWriter errors = new StringWriter();
        CommandLine line = Narrows.commandLine(arguments);
        line.setErr(new PrintWriter(errors, true));

        assertThat(line.execute(arguments)).isEqualTo(Narrows.EXIT_BAD_INPUT);

        return errors.toString().strip();
    }
}
