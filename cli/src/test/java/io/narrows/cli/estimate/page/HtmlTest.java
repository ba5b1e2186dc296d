package io.narrows.cli.estimate.page;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HtmlTest {
    @Test
    void text_markupIsEscaped() {
        assertThat(Html.text("<a href=\"x\" title='y'>&"))
                .isEqualTo("&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;");
    }

    @Test
    void text_controlsAndDirections_areReplaced() {
        assertThat(Html.text("a\u0000b\u202Ec\u200Fd\uD800e\nf")).isEqualTo("a\uFFFDb\uFFFDc\uFFFDd\uFFFDe\nf");
    }

    @Test
    void text_otherScripts_stay() {
        assertThat(Html.text("zürich-東京-\uD83D\uDE00")).isEqualTo("zürich-東京-\uD83D\uDE00");
    }

    @Test
    void shortened_countsCharacters_notTheirHalves() {
        assertThat(Html.shortened("abcd", 4)).isEqualTo("abcd");
        assertThat(Html.shortened("\uD83D\uDE00\uD83D\uDE00\uD83D\uDE00", 2)).isEqualTo("\uD83D\uDE00…");
    }
}
