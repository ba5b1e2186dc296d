package io.narrows.bench.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

class FiguresTest {
    @Test
    void parse_ofText_isTheSame() {
        Figures figures = new Figures();
        figures.put("level 6, zstd", 1e10 / 3);
        figures.put("stall", 0);

        Figures parsed = Figures.parse(figures.text().lines().toList());

        assertThat(parsed.names()).containsExactly("level 6, zstd", "stall");
        assertThat(parsed.get("level 6, zstd")).isEqualTo(1e10 / 3);
    }

    @Test
    void parse_ofAnotherLine_namesIt() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Figures.parse(List.of("no figure")))
                .withMessage("figure 'no figure' (expected: name=value)");
    }
}
