package io.narrows.terminal.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class JsonLinesTest {
    private final StringWriter out = new StringWriter();
    private final JsonLines lines = new JsonLines(out);

    @Test
    void line_twice_isTwoLinesOfOneObjectEach() {
        lines.line(json -> json.writeNumberField("n", 1));
        lines.line(json -> json.writeStringField("s", "a\"\n\\"));
        lines.flush();

        assertThat(out.toString()).isEqualTo("{\"n\":1}\n{\"s\":\"a\\\"\\n\\\\\"}\n");
    }

    @Test
    void decimal_hasTheRequestedDigits() {
        lines.line(json -> JsonLines.decimal(json, "ratio", 2.0 / 3, 4));
        lines.flush();

        assertThat(out.toString()).isEqualTo("{\"ratio\":0.6667}\n");
    }
}
