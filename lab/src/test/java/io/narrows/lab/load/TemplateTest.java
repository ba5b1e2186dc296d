package io.narrows.lab.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class TemplateTest {
    @Test
    void fill_gapsAtBothEndsAndTwice() {
        Template template = Template.parse("${a} and ${b}, ${a}");

        assertThat(template.fill(Map.of("a", "one", "b", "two"))).isEqualTo("one and two, one");
    }

    @Test
    void fill_withoutGaps_isTheText() {
        assertThat(Template.parse("{\"k\":{}}").fill(Map.of())).isEqualTo("{\"k\":{}}");
    }

    @Test
    void fill_missingValue_isNamed() {
        Template template = Template.parse("${name} in ${namespace}");

        assertThatThrownBy(() -> template.fill(Map.of("name", "x")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("${namespace}");
    }
}
