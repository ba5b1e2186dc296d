package io.narrows.proxy.link.handshake;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.config.PeerId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class LinkSharesTest {
    private final Map<PeerId, Integer> accepted = new HashMap<>();

    /** Of 1000 links, 250 are for dials, 375 are divided among three peers, and 375 are common. */
    @Test
    void greedyPeer_isStoppedAtItsPartAndFourFifthsOfWhatIsCommon() {
        LinkShares shares = new LinkShares(1_000, 3);

        takeAll(shares, List.of("greedy"));

        assertThat(accepted("greedy")).isEqualTo(125 + 300);
    }

    @Test
    void shareOfAPeer_isAvailableWhateverOthersTake() {
        LinkShares shares = new LinkShares(1_000, 3);
        takeAll(shares, List.of("greedy", "greedier"));

        takeAll(shares, List.of("late"));

        assertThat(accepted("late")).isGreaterThanOrEqualTo(125);
    }

    @Test
    void acceptedLinksOfAllPeers_leaveAQuarterForDials() {
        LinkShares shares = new LinkShares(1_000, 3);

        takeAll(shares, List.of("a", "b", "c"));

        assertThat(links()).isLessThanOrEqualTo(750);
        assertThat(shares.admitsDial(links() + 249)).isTrue();
    }

    @Test
    void singlePeer_mayHaveAllThatIsNotForDials() {
        LinkShares shares = new LinkShares(1_000, 1);

        takeAll(shares, List.of("only"));

        assertThat(accepted("only")).isEqualTo(750);
    }

    @Test
    void dials_mayTakeAllThatIsFree() {
        LinkShares shares = new LinkShares(1_000, 3);

        assertThat(shares.admitsDial(999)).isTrue();
        assertThat(shares.admitsDial(1_000)).isFalse();
        assertThat(shares.admits(new PeerId("a"), 1_000, Map.of())).isFalse();
    }

    @Test
    void singleLink_isForWhoeverComesFirst() {
        LinkShares shares = new LinkShares(1, 3);

        takeAll(shares, List.of("a", "b"));

        assertThat(accepted).containsExactly(Map.entry(new PeerId("a"), 1));
    }

    @Test
    void withoutAPeer_linksAreDialledUpToTheLimit() {
        LinkShares shares = new LinkShares(10, 0);

        assertThat(shares.admitsDial(9)).isTrue();
        assertThat(shares.admitsDial(10)).isFalse();
    }

    private void takeAll(LinkShares shares, List<String> peers) {
        boolean more = true;
        while (more) {
            more = false;
            for (String id : peers) {
                PeerId peer = new PeerId(id);
                if (shares.admits(peer, links(), accepted)) {
                    accepted.merge(peer, 1, Integer::sum);
                    more = true;
                }
            }
        }
    }

    private int accepted(String peer) {
        return accepted.getOrDefault(new PeerId(peer), 0);
    }

    private int links() {
        return accepted.values().stream().mapToInt(Integer::intValue).sum();
    }
}
