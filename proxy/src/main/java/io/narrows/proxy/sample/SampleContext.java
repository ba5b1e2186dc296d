package io.narrows.proxy.sample;

import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.codec.ContextSizes;
import io.narrows.codec.StreamEncoder;
import io.narrows.proxy.memory.Account;
import io.narrows.proxy.memory.Storage;
import java.nio.ByteBuffer;
import java.util.Optional;

/** The encoder of a sampled direction, whose frames are discarded, with its reserved memory. Not thread-safe. */
final class SampleContext implements AutoCloseable {
    private static final int SMALLEST_WINDOW_LOG = 16;

    private final StreamEncoder encoder;
    private final Runnable giveBack;

    private SampleContext(StreamEncoder encoder, Runnable giveBack) {
        this.encoder = encoder;
        this.giveBack = giveBack;
    }

    /** Returns a context with the largest window for which the account has memory, at most the wanted one. */
    static Optional<SampleContext> open(Codecs codecs, CodecSpec wanted, Account account) {
        Storage storage = wanted.codec().usesHeap() ? Storage.HEAP : Storage.NATIVE;
        int smallest = Math.min(SMALLEST_WINDOW_LOG, wanted.windowLog());
        for (int log = wanted.windowLog(); log >= smallest; log--) {
            CodecSpec spec = wanted.withWindowLog(log);
            long bytes = ContextSizes.encoder(spec);
            if (account.take(storage, bytes)) {
                return Optional.of(
                        new SampleContext(codecs.streamEncoder(spec), () -> account.giveBack(storage, bytes)));
            }
        }
        return Optional.empty();
    }

    /** Returns the size of these bytes as the next frame, at most their own. */
    int compressedSize(byte[] bytes) {
        ByteBuffer frame = ByteBuffer.allocate(encoder.maxFrameLength(bytes.length));
        encoder.encode(ByteBuffer.wrap(bytes), frame);
        return Math.min(frame.position(), bytes.length);
    }

    @Override
    public void close() {
        encoder.close();
        giveBack.run();
    }
}
