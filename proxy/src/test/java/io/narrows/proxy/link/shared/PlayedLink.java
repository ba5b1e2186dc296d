package io.narrows.proxy.link.shared;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.codec.StreamDecoder;
import io.narrows.codec.StreamEncoder;
import io.narrows.config.PeerId;
import io.narrows.proxy.link.support.Message;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

/** Both ends of a link, each with a queue of messages in transit; the test decides when they arrive. */
final class PlayedLink {
    private static final CodecSpec SPEC = CodecSpec.of(Codec.DENSE, 1).withWindowLog(17);

    /** A message in transit. */
    private interface Message {
        void arrive() throws Exception;
    }

    final End left;
    final End right;

    PlayedLink(Codecs codecs, SharedHistories leftSide, SharedHistories rightSide) {
        left = new End(codecs, leftSide);
        right = new End(codecs, rightSide);
        left.other = right;
        right.other = left;
    }

    int onTheWay() {
        return left.toOther.size() + right.toOther.size();
    }

    /** Ends the link at one side, which receives nothing more; the other side may notice later. */
    void cut(End end) {
        end.history.close();
        end.cut = true;
        end.other.toOther.clear();
    }

    /** One end, which performs the steps of a link in the same order. */
    static final class End implements HistoryMessages {
        private final LinkHistory history;
        private final StreamEncoder encoder;
        private final StreamDecoder decoder;
        private final Deque<Message> toOther = new ArrayDeque<>();
        private End other;
        private boolean begun;
        private boolean cut;
        long sent;
        long coded;
        long learnt;
        int pauses;

        private End(Codecs codecs, SharedHistories side) {
            history = new LinkHistory(side, new PeerId("peer"), Runnable::run, this);
            encoder = codecs.streamEncoder(SPEC);
            decoder = codecs.streamDecoder(Codec.DENSE, 17);
        }

        boolean cut() {
            return cut;
        }

        long memoryBytes() {
            return history.memoryBytes();
        }

        void send(byte[] content, long now) {
            List<HistoryReference> references = begun ? history.consumer().references(content.length, now) : List.of();
            for (HistoryReference reference : references) {
                encoder.learn(ByteBuffer.wrap(reference.bytes()));
                learnt += reference.bytes().length;
            }
            begun = true;
            ByteBuffer frame = ByteBuffer.allocate(encoder.maxFrameLength(content.length));
            encoder.encode(ByteBuffer.wrap(content), frame);
            frame.flip();
            history.sent().sends(Unpooled.wrappedBuffer(content));
            sent += content.length;
            coded += frame.remaining();
            toOther.add(() -> other.decode(references, frame, content));
        }

        /**
         * Uses only the names and lengths of the history references; the content comes from this end's own
         * history.
         */
        private void decode(List<HistoryReference> references, ByteBuffer frame, byte[] expected) throws Exception {
            for (HistoryReference reference : references) {
                decoder.learn(ByteBuffer.wrap(history.provider().taught(reference.source(), reference.bytes().length)));
            }
            ByteBuffer content = ByteBuffer.allocate(expected.length);
            decoder.decode(frame, content);
            if (!Arrays.equals(content.array(), expected)) {
                throw new AssertionError("a frame came back changed");
            }
            history.received().received(Unpooled.wrappedBuffer(expected));
        }

        void pause() {
            history.sent().pause();
        }

        /** Records that the other end sends nothing more. */
        void finish() {
            history.peerFinished();
        }

        void lookAfter(long now) {
            history.consumer().giveBack(now);
        }

        /** Delivers the next message to the other end. */
        void deliver() throws Exception {
            Message next = toOther.poll();
            if (next != null && !other.cut) {
                next.arrive();
            }
        }

        @Override
        public void kept(long stream, boolean paused) {
            pauses += paused ? 1 : 0;
            toOther.add(() -> other.history.received().kept(stream, paused));
        }

        @Override
        public void ask() {
            toOther.add(() -> other.history.provider().asked());
        }

        @Override
        public void offer(int source, long stream, long from) {
            toOther.add(() -> other.history.consumer().offered(source, stream, from, 0));
        }

        @Override
        public void giveBack(int source) {
            toOther.add(() -> other.history.provider().returned(source));
        }
    }
}
