package io.narrows.proxy.classify;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.config.TrafficClass;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class FirstBytesTest {
    private static final Finding BULK = Finding.of(TrafficClass.BULK);
    private static final Finding REPLICATION = Finding.of(TrafficClass.REPLICATION);

    @Test
    void undecidedRecogniser_seesAllThatWasSentSoFar() {
        List<String> seen = new ArrayList<>();
        FirstBytes bytes = new FirstBytes(List.of(start -> {
            seen.add(start.toString(StandardCharsets.US_ASCII));
            return Finding.UNDECIDED;
        }));

        bytes.look(text("one "));
        bytes.look(text("two "));
        bytes.look(text("three"));

        assertThat(seen).containsExactly("one ", "one two ", "one two three");
    }

    @Test
    void decidedRecogniser_isNotAskedAgain() {
        FirstBytes bytes = new FirstBytes(List.of(start -> Finding.NOTHING));

        assertThat(bytes.look(text("one"))).isEqualTo(Finding.NOTHING);
        assertThat(bytes.decided()).isTrue();
    }

    @Test
    void earlierRecogniser_maySayMoreLater() {
        FirstBytes bytes = new FirstBytes(List.of(new Second(BULK), start -> REPLICATION));

        assertThat(bytes.look(text("one"))).isEqualTo(REPLICATION);
        assertThat(bytes.decided()).isFalse();
        assertThat(bytes.look(text("two"))).isEqualTo(BULK);
        assertThat(bytes.decided()).isTrue();
    }

    @Test
    void laterRecogniser_isNotAskedOnceSomethingWasFound() {
        FirstBytes bytes = new FirstBytes(List.of(start -> REPLICATION, new Second(BULK)));

        assertThat(bytes.look(text("one"))).isEqualTo(REPLICATION);
        assertThat(bytes.decided()).isTrue();
    }

    @Test
    void noMoreThanTheFirstBytes_areLookedAt() {
        List<Integer> lengths = new ArrayList<>();
        FirstBytes bytes = new FirstBytes(List.of(start -> {
            lengths.add(start.readableBytes());
            return Finding.UNDECIDED;
        }));

        bytes.look(text("x".repeat(4000)));
        bytes.look(text("x".repeat(4000)));

        assertThat(lengths).containsExactly(4000, 4096);
        assertThat(bytes.decided()).isTrue();
    }

    @Test
    void streamThatDrips_isGivenUp() {
        FirstBytes bytes = new FirstBytes(List.of(start -> Finding.UNDECIDED));
        int reads = 0;
        while (!bytes.decided()) {
            bytes.look(text("x"));
            reads++;
        }

        assertThat(reads).isEqualTo(64);
    }

    @Test
    void read_isLeftAsItWas() {
        ByteBuf read = text("skipped GET ").skipBytes(8);
        FirstBytes bytes = new FirstBytes(Recognisers.of(List.of()));

        bytes.look(read);
        bytes.look(read);

        assertThat(read.toString(StandardCharsets.US_ASCII)).isEqualTo("GET ");
    }

    /** Returns its finding once there are more than three bytes. */
    private record Second(Finding finding) implements Recogniser {
        @Override
        public Finding look(ByteBuf start) {
            return start.readableBytes() > 3 ? finding : Finding.UNDECIDED;
        }
    }

    private static ByteBuf text(String text) {
        return Unpooled.copiedBuffer(text, StandardCharsets.US_ASCII);
    }
}
