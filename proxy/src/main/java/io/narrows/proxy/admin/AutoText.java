package io.narrows.proxy.admin;

import io.narrows.config.Config;
import io.narrows.config.Objective;
import io.narrows.config.PeerId;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.auto.AutoState;
import io.narrows.proxy.auto.CandidateCost;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Describes in lines which candidates are chosen for the links to a peer, since when and why, and what others would cost. */
final class AutoText {
    private AutoText() {}

    /** Returns empty text if there is no such link with {@code codec: auto}. */
    static String of(Config config, AutoState state, PeerId peer, TrafficClass trafficClass) {
        List<AutoGroup> groups = AutoGroup.of(state.choices().stream()
                .filter(choice ->
                        choice.peer().equals(peer) && choice.trafficClass().equals(trafficClass))
                .toList());
        StringBuilder text = new StringBuilder();
        for (AutoGroup group : groups) {
            text.append("chosen       ").append(chosen(group)).append('\n');
        }
        groups.stream()
                .map(AutoGroup::costs)
                .filter(costs -> !costs.isEmpty())
                .findFirst()
                .ifPresent(costs -> text.append("measured     ")
                        .append(measured(config.auto().objective(), costs))
                        .append('\n'));
        return text.toString();
    }

    private static String chosen(AutoGroup group) {
        int links = group.links().size();
        String reason = group.reason();
        return group.candidate() + " on " + links + (links == 1 ? " link" : " links") + " since "
                + group.since().truncatedTo(ChronoUnit.SECONDS)
                + (reason.isEmpty() ? ", the first choice" : ", reason: " + reason);
    }

    private static String measured(Objective objective, List<CandidateCost> costs) {
        return AutoJson.unit(objective) + " per GB: "
                + String.join(
                        ", ",
                        costs.stream()
                                .sorted(Comparator.comparingDouble(CandidateCost::perByte))
                                .map(cost -> cost.candidate() + " "
                                        + String.format(Locale.ROOT, "%.4g", AutoJson.perGigabyte(objective, cost)))
                                .toList());
    }
}
