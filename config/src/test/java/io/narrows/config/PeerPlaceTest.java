package io.narrows.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class PeerPlaceTest {
    private static final PeerId PEER = new PeerId("b");
    private static final Location CONFIGURED = new Location("eu-west-1", "z", "hb");
    private static final Location ELSEWHERE = new Location("us-east-1", "z", "ha");

    private static final String WITH_PLACE = "{id: b, region: eu-west-1, zone: z, host: hb, link: 127.0.0.1:15001}";
    private static final String WITHOUT_PLACE = "{id: b, link: 127.0.0.1:15001}";

    @Test
    void configuredPlace_countsWhateverThePeerAnnounces() {
        PeerPlace place = place(WITH_PLACE, "", Optional.of(new Announcement(ELSEWHERE, true)));

        assertThat(place.effective()).isEqualTo(CONFIGURED);
        assertThat(place.mismatch()).isTrue();
        assertThat(place.note()).contains("the peer announces us-east-1/z/ha, but the configured location is used");
    }

    @Test
    void configuredPlace_thatThePeerAnnouncesToo_isNotReported() {
        PeerPlace place = place(WITH_PLACE, "", Optional.of(new Announcement(CONFIGURED, false)));

        assertThat(place).isEqualTo(new PeerPlace(CONFIGURED, Optional.empty(), false));
    }

    @Test
    void peerWithoutPlace_isBelievedOverTls() {
        PeerPlace place = place(WITHOUT_PLACE, "", Optional.of(new Announcement(CONFIGURED, true)));

        assertThat(place.effective()).isEqualTo(CONFIGURED);
        assertThat(place.mismatch()).isFalse();
    }

    @Test
    void peerWithoutPlace_isNotBelievedInPlainText_andCountsAsTheCheapest() {
        PeerPlace place = place(WITHOUT_PLACE, "", Optional.of(new Announcement(CONFIGURED, false)));

        assertThat(place.effective()).isEqualTo(new Location("us-east-1", "z", "ha"));
        assertThat(place.note())
                .contains(
                        "not configured, and not trusted without TLS; the tariff's cheapest location is" + " assumed");
    }

    @Test
    void cheapestPlace_followsTheTariff() {
        String tariff = "tariff: {same-host: {sent: 3, received: 0}, same-zone: {sent: 3, received: 0}, "
                + "cross-region: {sent: 2, received: 0}, cross-zone: {sent: 1, received: 1.5}}";

        PeerPlace place = place(WITHOUT_PLACE, tariff, Optional.empty());

        assertThat(Tier.between(ELSEWHERE, place.effective())).isEqualTo(Tier.CROSS_REGION);
    }

    @Test
    void cheapestPlace_mayBeARegionWithItsOwnPrice() {
        String tariff = "tariff: {same-host: {sent: 3, received: 0}, same-zone: {sent: 3, received: 0}, "
                + "cross-zone: {sent: 3, received: 0}, "
                + "regions: [{from: us-east-1, to: us-west-2, sent: 0.001, received: 0}]}";

        PeerPlace place = place(WITHOUT_PLACE, tariff, Optional.empty());

        assertThat(place.effective().region()).isEqualTo("us-west-2");
    }

    @Test
    void explanation_namesTheMismatch() {
        Config config = config(WITH_PLACE, "");

        String text = config.explain(
                config.peer(PEER).orElseThrow(), TrafficClass.DEFAULT, Optional.of(new Announcement(ELSEWHERE, true)));

        assertThat(text)
                .contains("us-east-1/z/ha to eu-west-1/z/hb")
                .contains("place        the peer announces us-east-1/z/ha, but the configured location is used\n")
                .contains("tier         cross-region\n");
    }

    private static PeerPlace place(String peer, String tariff, Optional<Announcement> announced) {
        return PeerPlace.of(config(peer, tariff), PEER, announced);
    }

    private static Config config(String peer, String tariff) {
        return Fixtures.parse("""
                version: 1
                node: {id: a, region: us-east-1, zone: z, host: ha}
                link: {listen: 127.0.0.1:15000}
                targets: {work: 127.0.0.1:1}
                peers: [%s]
                %s
                """.formatted(peer, tariff));
    }
}
