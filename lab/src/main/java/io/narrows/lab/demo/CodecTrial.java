package io.narrows.lab.demo;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.lab.play.Player;
import io.narrows.lab.play.Score;
import io.narrows.lab.sidecar.Reading;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/**
 * Plays the same piece of the traffic under one codec after another. Sockets, processes and pace are those of the live part;
 * only the policy changes, so figures are measured rather than estimated.
 */
final class CodecTrial {
    private static final CodecSpec DENSE = CodecSpec.of(Codec.DENSE, 2);

    static final List<CodecSpec> CODECS = List.of(
            CodecSpec.of(Codec.NONE),
            CodecSpec.of(Codec.SNAPPY),
            CodecSpec.of(Codec.LZ4),
            CodecSpec.of(Codec.GZIP, 1),
            CodecSpec.of(Codec.GZIP, 6),
            CodecSpec.of(Codec.ZSTD, -1),
            CodecSpec.of(Codec.ZSTD, 1),
            CodecSpec.of(Codec.ZSTD, 3),
            CodecSpec.of(Codec.ZSTD, 9),
            CodecSpec.of(Codec.DENSE, 1),
            DENSE);

    private static final Duration PIECE = Duration.ofMillis(1_200);

    private static final int HURRY = 10;

    private final SidecarPair sidecars;
    private final Player player;
    private final List<Score> pieces;
    private final List<Score> hurried;

    CodecTrial(SidecarPair sidecars, Player player, List<Score> scores) {
        this.sidecars = sidecars;
        this.player = player;
        this.hurried = scores.stream().map(score -> score.faster(HURRY)).toList();
        this.pieces = scores.stream().map(score -> score.first(PIECE)).toList();
    }

    /**
     * Plays the traffic at high speed through codecs that the live part did not use. Otherwise the first codec of a kind
     * would pay for JIT compilation.
     */
    void warmUp() throws IOException, InterruptedException {
        for (CodecSpec spec : List.of(
                CodecSpec.of(Codec.NONE),
                CodecSpec.of(Codec.SNAPPY),
                CodecSpec.of(Codec.LZ4),
                CodecSpec.of(Codec.GZIP, 1),
                CodecSpec.of(Codec.DENSE, 1),
                DENSE)) {
            sidecars.follow(DemoPolicy.everything(spec));
            player.playOnce(hurried, sidecars.topology()::entrance).awaitEnd();
        }
    }

    CodecFigures measure(CodecSpec spec) throws IOException, InterruptedException {
        sidecars.follow(DemoPolicy.everything(spec));
        long mismatches = player.tally().mismatches();
        Reading before = sidecars.read();
        player.playOnce(pieces, sidecars.topology()::entrance).awaitEnd();
        Reading counted = sidecars.read().minus(before);
        return CodecFigures.of(spec.toString(), counted, PIECE, player.tally().mismatches() - mismatches);
    }
}
