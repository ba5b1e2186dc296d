package io.narrows.proxy.auto;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Fits what links want into the processors that they may use together. Links give way to candidates that need less processor
 * time, first where the least is lost for each processor second that becomes free.
 */
final class BudgetFit {
    private static final double NANOS_PER_SECOND = 1e9;

    /**
     * The demand of a link.
     *
     * @param bytesPerSecond app bytes that it sends
     * @param wanted the candidate that it would use with enough processors
     * @param candidates all that it may use
     */
    record Demand(double bytesPerSecond, CandidateCost wanted, List<CandidateCost> candidates) {
        /** Returns the processors that a candidate takes. */
        double processors(CandidateCost candidate) {
            return bytesPerSecond * candidate.cpuNanosPerByte() / NANOS_PER_SECOND;
        }
    }

    /** A change of a link from one candidate to another. */
    private record Move(int link, CandidateCost from, CandidateCost to) {
        /** Returns the loss for each unit of processor time. */
        double loss() {
            return (to.perByte() - from.perByte()) / (from.cpuNanosPerByte() - to.cpuNanosPerByte());
        }
    }

    private BudgetFit() {}

    /** Returns the candidate of each link, in the order of the demands. If nothing fits, all take as little as they can. */
    static List<CandidateCost> fit(List<Demand> demands, double processors) {
        List<CandidateCost> fitted = new ArrayList<>();
        PriorityQueue<Move> moves = new PriorityQueue<>(Comparator.comparingDouble(Move::loss));
        double total = 0;
        for (int link = 0; link < demands.size(); link++) {
            Demand demand = demands.get(link);
            fitted.add(demand.wanted());
            total += demand.processors(demand.wanted());
            addTo(moves, next(link, demand.wanted(), demand));
        }
        while (total > processors && !moves.isEmpty()) {
            Move move = moves.remove();
            Demand demand = demands.get(move.link());
            fitted.set(move.link(), move.to());
            total += demand.processors(move.to()) - demand.processors(move.from());
            addTo(moves, next(move.link(), move.to(), demand));
        }
        return fitted;
    }

    private static void addTo(PriorityQueue<Move> moves, @Nullable Move move) {
        if (move != null) {
            moves.add(move);
        }
    }

    /** Returns the change that loses least; null if no candidate needs less. */
    private static @Nullable Move next(int link, CandidateCost from, Demand demand) {
        return demand.candidates().stream()
                .filter(to -> demand.processors(to) < demand.processors(from))
                .map(to -> new Move(link, from, to))
                .min(Comparator.comparingDouble(Move::loss))
                .orElse(null);
    }
}
