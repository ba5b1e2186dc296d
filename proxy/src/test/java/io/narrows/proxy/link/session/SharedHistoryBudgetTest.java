package io.narrows.proxy.link.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codec;
import io.narrows.config.PeerId;
import io.narrows.proxy.link.control.ControlMessages;
import io.narrows.proxy.link.frame.CorruptFrameException;
import io.narrows.proxy.link.frame.FrameDescriptor;
import io.narrows.proxy.link.proto.Control;
import io.narrows.proxy.link.proto.KeptHistory;
import io.narrows.proxy.link.shared.HistoryException;
import io.narrows.proxy.link.support.LinkTermsBuilder;
import io.narrows.proxy.link.support.Streams;
import io.narrows.proxy.link.terms.LinkTerms;
import io.narrows.proxy.memory.Account;
import io.narrows.proxy.memory.Purpose;
import io.narrows.proxy.memory.Storage;
import io.narrows.proxy.meter.EventMeter;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * The part of {@code link.context-memory} that history takes. The other end of the link is in the same process, with
 * the same budget.
 */
final class SharedHistoryBudgetTest {
    private static final int FRAME = 8 << 10;

    /** Memory of a direction that is kept, at one end. */
    private static final long KEPT = 512 << 10;

    private static final LinkTerms SESSION =
            LinkTermsBuilder.sampled().decodes(Codec.DENSE, 23).build();

    private final Random random = new Random(5);
    private final Streams streams = new Streams(
            "{codec: dense, level: 1, window: 128KiB, shared-history: true}", SESSION, new EventMeter(), () -> 1);
    private final List<KeptHistory> told = new ArrayList<>();

    @AfterEach
    void everythingIsReturned() {
        streams.close();

        assertThat(streams.contextBytes()).isZero();
        assertThat(streams.takeFailure()).isNull();
    }

    @Test
    void historyOfBothEnds_isCounted() throws Exception {
        send();
        assertThat(historyBytes()).isZero();

        send();
        assertThat(historyBytes()).as("the receiver's").isEqualTo(KEPT);

        streams.history().provider().asked();
        send();
        assertThat(historyBytes()).as("and the sender's").isEqualTo(2 * KEPT);
        assertThat(streams.history().memoryBytes()).isEqualTo(2 * KEPT);
    }

    @Test
    void usedUpBudget_endsNoContext_butTheHistory_untilThereIsRoom() throws Exception {
        send();
        send();
        streams.history().provider().asked();
        List<Account> others = fill();
        long full = historyBytes();

        send();
        assertThat(told).last().matches(KeptHistory::getPaused);
        assertThat(historyBytes()).isEqualTo(full);

        others.forEach(other -> other.giveBack(Storage.HEAP, other.usedBytes()));
        long room = full - historyBytes();
        send();
        assertThat(told).last().matches(kept -> !kept.getPaused());
        assertThat(historyBytes()).isEqualTo(full - room + KEPT);
    }

    private long historyBytes() {
        return streams.memory().pool(Purpose.HISTORY).usedBytes();
    }

    /** Takes all free memory for history on behalf of other peers. */
    private List<Account> fill() {
        List<Account> others = new ArrayList<>();
        Account other = streams.memory().account(Purpose.HISTORY, new PeerId("other-0"));
        while (other.take(Storage.HEAP, KEPT)) {
            others.add(other);
            other = streams.memory().account(Purpose.HISTORY, new PeerId("other-" + others.size()));
        }
        return others;
    }

    /** Sends a dense frame, which the other end decodes. */
    private void send() throws CorruptFrameException {
        byte[] content = new byte[FRAME];
        random.nextBytes(content);
        streams.send(PooledByteBufAllocator.DEFAULT.directBuffer(FRAME).writeBytes(content), 1);
        streams.finishWork();
        streams.hear(new Streams.Heard() {
            @Override
            public void data(int head, ByteBuf payload, long check) throws CorruptFrameException {
                assertThat(FrameDescriptor.codecId(head)).isEqualTo(Codec.DENSE.id());
                ByteBuf app = streams.receiving().decode(head, payload, check);
                assertThat(app.readableBytes()).isEqualTo(FRAME);
                app.release();
            }

            @Override
            public void control(ByteBuf payload) throws CorruptFrameException {
                Control control = ControlMessages.parse(payload);
                if (control.hasKeptHistory()) {
                    told.add(control.getKeptHistory());
                    keep(control.getKeptHistory());
                }
            }
        });
    }

    private void keep(KeptHistory kept) {
        try {
            streams.history().received().kept(kept.getStream(), kept.getPaused());
        } catch (HistoryException e) {
            throw new AssertionError(e);
        }
    }
}
