package io.narrows.proxy.link.send;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class SendQueueTest {
    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final SendQueue queue = new SendQueue(channel);
    private final List<ByteBuf> added = new ArrayList<>();

    @AfterEach
    void close() {
        queue.clear();
        channel.close();

        assertThat(added).allSatisfy(app -> assertThat(app.refCnt()).isZero());
        assertThat(queue.bytes()).isZero();
        assertThat(queue.pinnedBytes()).isZero();
    }

    @Test
    void shortReads_joinInOneEntry_whichWasReadWithTheFirst() {
        add("ab", 1);
        add("cd", 2);

        assertThat(removeText()).isEqualTo("abcd at 1");
        assertThat(queue.isEmpty()).isTrue();
    }

    @Test
    void entry_takesLaterBytesUpToItsLimit() {
        add("a".repeat(SendQueue.JOINED_BYTES - 1), 1);
        add("b", 2);
        add("c", 3);

        assertThat(removeText()).isEqualTo("a".repeat(SendQueue.JOINED_BYTES - 1) + "b at 1");
        assertThat(removeText()).isEqualTo("c at 3");
    }

    @Test
    void bytesAfterAnAction_doNotJoinThoseBeforeIt() {
        List<String> ran = new ArrayList<>();
        add("a", 1);
        queue.add(() -> ran.add("action"));
        add("b", 2);
        assertThat(queue.actions()).isOne();

        assertThat(removeText()).isEqualTo("a at 1");
        ((SendQueue.Step.Act) queue.remove()).action().run();
        assertThat(ran).containsExactly("action");
        assertThat(queue.actions()).isZero();
        assertThat(removeText()).isEqualTo("b at 2");
    }

    @Test
    void fewBytesOfALargeBuffer_areCopied_andReleaseIt() {
        ByteBuf app = buffer(64 * 1024, SendQueue.JOINED_BYTES);
        queue.add(app, 1);

        assertThat(app.refCnt()).isZero();
        assertThat(queue.bytes()).isEqualTo(SendQueue.JOINED_BYTES);
        assertThat(queue.pinnedBytes()).isEqualTo(SendQueue.JOINED_BYTES);
    }

    @Test
    void bytesThatFillMostOfTheirBuffer_stayInIt() {
        ByteBuf app = buffer(64 * 1024, 32 * 1024 + 1);
        queue.add(app, 1);

        assertThat(queue.bytes()).isEqualTo(32 * 1024 + 1);
        assertThat(queue.pinnedBytes()).isEqualTo(64 * 1024);
        SendQueue.Step.Send first = (SendQueue.Step.Send) queue.remove();
        assertThat(first.app()).isSameAs(app);
        first.app().release();
    }

    @Test
    void joinedBytes_pinTheBufferThatHasGrown() {
        add("a", 1);
        assertThat(queue.pinnedBytes()).isOne();

        add("b".repeat(100), 2);

        assertThat(queue.bytes()).isEqualTo(101);
        SendQueue.Step.Send first = (SendQueue.Step.Send) queue.remove();
        int capacity = first.app().capacity();
        first.app().release();
        add("c", 3);
        add("d".repeat(100), 4);
        assertThat(queue.pinnedBytes()).isEqualTo(capacity);
    }

    @Test
    void bytesThatAreBeingEncoded_countUntilTheyAreDone() {
        ByteBuf app = buffer(1_000, 600);

        queue.beginEncoding(app);
        assertThat(queue.isEmpty()).isTrue();
        assertThat(queue.bytes()).isEqualTo(600);
        assertThat(queue.pinnedBytes()).isEqualTo(1_000);

        queue.endEncoding(app);
        app.release();
        assertThat(queue.bytes()).isZero();
        assertThat(queue.pinnedBytes()).isZero();
    }

    @Test
    void clear_releasesBytes_andDropsActions() {
        ByteBuf kept = buffer(8 * 1024, 8 * 1024);
        queue.add(kept, 1);
        queue.add(() -> {
            throw new AssertionError("ran");
        });

        queue.clear();

        assertThat(kept.refCnt()).isZero();
        assertThat(queue.isEmpty()).isTrue();
        assertThat(queue.actions()).isZero();
        assertThat(queue.bytes()).isZero();
        assertThat(queue.pinnedBytes()).isZero();
        assertThatThrownBy(queue::remove).isInstanceOf(NoSuchElementException.class);
    }

    private void add(String text, long readAt) {
        ByteBuf app = PooledByteBufAllocator.DEFAULT.directBuffer(text.length());
        app.writeCharSequence(text, US_ASCII);
        added.add(app);
        queue.add(app, readAt);
    }

    private ByteBuf buffer(int capacity, int length) {
        ByteBuf app = PooledByteBufAllocator.DEFAULT.directBuffer(capacity).writeZero(length);
        added.add(app);
        return app;
    }

    /** Removes the first entry, which is text, and returns it and when it was read. */
    private String removeText() {
        SendQueue.Step.Send first = (SendQueue.Step.Send) queue.remove();
        String text = first.app().toString(US_ASCII) + " at " + first.readAt();
        first.app().release();
        return text;
    }
}
