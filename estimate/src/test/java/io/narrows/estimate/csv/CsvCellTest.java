package io.narrows.estimate.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CsvCellTest {
    @Test
    void parse_splitsAtCommas_andDropsBlanks() throws Exception {
        assertThat(CsvCell.parse(" a ,,b"))
                .containsExactly(new CsvCell("a", 2), new CsvCell("", 5), new CsvCell("b", 6));
    }

    @Test
    void parse_quoted_mayContainCommasAndQuotes() throws Exception {
        assertThat(CsvCell.parse("\"a,\"\"b\"\"\" , c"))
                .containsExactly(new CsvCell("a,\"b\"", 1), new CsvCell("c", 13));
    }

    @Test
    void parse_commaAtTheEnd_isFollowedByAnEmptyValue() throws Exception {
        assertThat(CsvCell.parse("a,")).containsExactly(new CsvCell("a", 1), new CsvCell("", 3));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '\'',
            value = {"a,\"b;3", "\"a\"b;4", "\"a\"\";1"})
    void parse_malformed_hasTheColumn(String line, int column) {
        assertThatExceptionOfType(CsvSyntaxException.class)
                .isThrownBy(() -> CsvCell.parse(line))
                .satisfies(problem -> assertThat(problem.column()).isEqualTo(column));
    }
}
