package io.narrows.proxy.discovery.dns;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class SearchListTest {
    private static final SearchList KUBERNETES = SearchList.parse(List.of(
            "nameserver 10.96.0.10",
            "search db.svc.cluster.local svc.cluster.local cluster.local",
            "options ndots:5 timeout:1"));

    @Test
    void nameWithFewDots_isLookedUpInTheDomainsFirst() {
        assertThat(KUBERNETES.candidates("postgres.db"))
                .containsExactly(
                        "postgres.db.db.svc.cluster.local.",
                        "postgres.db.svc.cluster.local.",
                        "postgres.db.cluster.local.",
                        "postgres.db.");
    }

    @Test
    void nameWithEnoughDots_isLookedUpItselfFirst() {
        assertThat(KUBERNETES.candidates("a.b.c.d.e.example"))
                .startsWith("a.b.c.d.e.example.")
                .hasSize(4);
    }

    @Test
    void absoluteName_isLookedUpAlone() {
        assertThat(KUBERNETES.candidates("db.example.")).containsExactly("db.example.");
    }

    @Test
    void fileWithoutDomains_hasNone() {
        assertThat(SearchList.parse(List.of("# comment", "", "nameserver 127.0.0.53")))
                .isEqualTo(SearchList.NONE);
        assertThat(SearchList.NONE.candidates("db")).containsExactly("db.");
    }

    /** The line that systemd-resolved writes without domains. */
    @Test
    void rootAsDomain_isTheNameItself() {
        SearchList root = SearchList.parse(List.of("search .", "options edns0 trust-ad"));

        assertThat(root.candidates("db-peers")).containsExactly("db-peers.");
        assertThat(SearchList.parse(List.of("search .example. a..b")).candidates("db"))
                .containsExactly("db.example.", "db.");
    }

    @Test
    void namesThatAreTooLong_areNotLookedUp() {
        String label = "d".repeat(63);
        SearchList search = SearchList.parse(
                List.of("search " + String.join(".", label, label, label) + " " + label + "d example"));

        assertThat(search.candidates("n".repeat(63)))
                .containsExactly("n".repeat(63) + ".example.", "n".repeat(63) + ".");
    }

    @Test
    void lastSearchLine_counts() {
        assertThat(SearchList.parse(List.of("domain old.example", "search new.example"))
                        .domains())
                .containsExactly("new.example");
    }
}
