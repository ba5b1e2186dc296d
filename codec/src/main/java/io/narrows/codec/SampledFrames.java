package io.narrows.codec;

import io.narrows.codec.dense.ArrayPool;
import io.narrows.codec.dense.Effort;
import io.narrows.codec.dense.FrameEncoder;
import io.narrows.codec.dense.Workspace;
import io.narrows.codec.dictionary.Dictionary;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Samples as frames of dense, for a dictionary: runs of samples, at equal distances, in their order. */
final class SampledFrames {
    /** Content beyond which frames train the models hardly better, in bytes. */
    private static final int ENOUGH_CONTENT = 256 << 10;

    /** Number of runs of samples, about. Each has several reads of a connection, as many as the content allows. */
    private static final int RUNS = 16;

    /** The level that makes the frames. Contexts of levels 0 to 2 can begin from their state. */
    static final int LEVEL = 2;

    private SampledFrames() {}

    /**
     * Returns frames that take at most {@code room} bytes of a dictionary together, and are not too many for one; none if the samples are too
     * few or the room too small. Of a sample that is longer than a run, they have the beginning.
     *
     * @param samples in the order of their times
     */
    static List<byte[]> of(List<byte[]> samples, int room) {
        long total = samples.stream().mapToLong(sample -> sample.length).sum();
        int content = (int) Math.min(total, ENOUGH_CONTENT);
        List<byte[]> frames = encode(runs(samples, total, content));
        for (double fits = fitting(frames, room); fits < 1; fits = fitting(frames, room)) {
            content = (int) (content * fits * 15 / 16);
            frames = encode(runs(samples, total, content));
        }
        return frames;
    }

    /** Returns the part of the frames that a dictionary can have; 1 or more if it can have all. */
    private static double fitting(List<byte[]> frames, int room) {
        return Math.min((double) room / bytes(frames), (double) Dictionary.MAX_FRAMES / frames.size());
    }

    private static List<byte[]> runs(List<byte[]> samples, long total, int content) {
        List<byte[]> chosen = new ArrayList<>();
        int whole = Math.max(1, content / RUNS);
        long passed = 0;
        long taken = 0;
        int run = 0;
        for (byte[] sample : samples) {
            passed += sample.length;
            if (run <= 0 && taken * total < content * passed) {
                run = whole;
            }
            if (run > 0) {
                byte[] read = sample.length <= whole ? sample : Arrays.copyOf(sample, whole);
                run -= read.length;
                taken += read.length;
                chosen.add(read);
            }
        }
        return chosen;
    }

    private static List<byte[]> encode(List<byte[]> samples) {
        FrameEncoder encoder =
                new FrameEncoder(Effort.ofLevel(LEVEL), DictionaryFrames.WINDOW_LOG, true, new ArrayPool(0));
        Workspace workspace = new Workspace();
        ByteBuffer frame = ByteBuffer.allocate(FrameEncoder.maxFrameLength(DictionaryFrames.MAX_FRAME));
        List<byte[]> frames = new ArrayList<>();
        for (byte[] sample : samples) {
            for (int at = 0; at < sample.length; at += DictionaryFrames.MAX_FRAME) {
                int length = Math.min(DictionaryFrames.MAX_FRAME, sample.length - at);
                encoder.encode(ByteBuffer.wrap(sample, at, length), frame.clear(), workspace);
                frames.add(Arrays.copyOf(frame.array(), frame.position()));
            }
        }
        return frames;
    }

    /** Returns the bytes that frames take in a dictionary. */
    static int bytes(List<byte[]> frames) {
        return frames.stream()
                .mapToInt(frame -> Dictionary.frameBytes(frame.length))
                .sum();
    }
}
