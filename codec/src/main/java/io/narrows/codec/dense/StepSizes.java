package io.narrows.codec.dense;

/**
 * Memory of contexts until they have carried some content, in bytes, without larger arrays that are prepared.
 *
 * @param windowLog base-two logarithm of the window in bytes, clamped to 17 to 24
 */
public record StepSizes(Effort effort, int windowLog) {
    /** Rows of models, in bytes: half more than those of heartbeats and of etcd's traffic after 64 KiB. */
    private static final long USUAL_ROWS = 100 << 10;

    /** Likewise at level 3, which predicts each literal by three models: a little more than those of etcd. */
    private static final long USUAL_ROWS_IF_MIXED = 1_536 << 10;

    public StepSizes {
        windowLog = Parameters.windowLog(windowLog);
    }

    /** Returns the memory of a decoder with all models in use. */
    public long decoder(int content) {
        return FrameDecoder.EMPTY_BYTES
                + Models.memoryBytes(effort.literals())
                + SequenceModels.BYTES
                + PhraseModels.BYTES
                + History.memoryBytes(windowLog, content);
    }

    /** Returns the memory of a decoder with the models that usual traffic uses; less than {@link #decoder}. */
    public long usualDecoder(int content) {
        long usualRows = effort.literals() == Literals.MIXED ? USUAL_ROWS_IF_MIXED : USUAL_ROWS;
        return FrameDecoder.EMPTY_BYTES
                + Models.emptyBytes(effort.literals())
                + SequenceModels.EMPTY_BYTES
                + PhraseModels.EMPTY_BYTES
                + usualRows
                + History.memoryBytes(windowLog, content);
    }

    /** Returns the memory that an encoder takes in addition to its decoder, unless content is learnt, for which it takes more. */
    public long encoderExcess(int content) {
        return Prices.BYTES + Search.memoryBytes(effort, windowLog, content);
    }
}
