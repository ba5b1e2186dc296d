package io.narrows.cli.estimate;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.testkit.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class YamlTextTest {
    @Test
    void objectsAndLists_areBlocks() {
        assertThat(YamlText.of(
                        "{\"a\":1.50,\"b\":[{\"c\":\"x\",\"d\":null},{\"c\":\"y\"}],\"e\":[],\"f\":{\"g\":true}}"))
                .isEqualTo("""
                        a: 1.50
                        b:
                          - c: "x"
                            d: null
                          - c: "y"
                        e: []
                        f:
                          g: true
                        """);
    }

    @Test
    void textOfSeveralLines_isALiteralBlock() {
        assertThat(YamlText.of("{\"policy\":\"policy:\\n  - {codec: none}\\n\"}"))
                .isEqualTo("""
                policy: |
                  policy:
                    - {codec: none}
                """);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"a\":\"true\",\"b\":\"1\",\"c\":\"- x: y # z\",\"d\":\"\"}",
                "{\"a\":\" two\\nlines\\n\",\"b\":\"no end\\nhere\",\"c\":\"\\n\",\"d\":\"x\\n\\n\"}",
                "{\"strange key: \\\"\":\"\\u0001\\u2028\\\\ \\u00fc\",\"list\":[\"a\\nb\\n\",2]}",
                "{\"o\":{},\"l\":[{}],\"n\":{\"o\":{\"p\":[1,2]}}}",
            })
    void yaml_hasTheContentOfTheJson(String json) {
        assertThat(Json.object(YamlText.of(json))).isEqualTo(Json.object(json));
    }
}
