package io.narrows.proxy.admin;

import io.narrows.codec.CodecSpec;
import io.narrows.config.PeerId;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.auto.AutoChoice;
import io.narrows.proxy.auto.CandidateCost;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The links with {@code codec: auto} to one peer, of one class, that use the same candidate. There is at least one. */
record AutoGroup(PeerId peer, TrafficClass trafficClass, CodecSpec candidate, List<AutoChoice> links) {
    private record Key(PeerId peer, TrafficClass trafficClass, CodecSpec candidate) {}

    /** Returns the groups by peer and class, those with the most traffic first. */
    static List<AutoGroup> of(List<AutoChoice> choices) {
        Map<Key, List<AutoChoice>> groups = choices.stream()
                .collect(Collectors.groupingBy(
                        one -> new Key(one.peer(), one.trafficClass(), one.candidate()),
                        LinkedHashMap::new,
                        Collectors.toList()));
        return groups.entrySet().stream()
                .map(group -> new AutoGroup(
                        group.getKey().peer(),
                        group.getKey().trafficClass(),
                        group.getKey().candidate(),
                        group.getValue()))
                .sorted(Comparator.comparing((AutoGroup group) -> group.peer().value())
                        .thenComparing(group -> group.trafficClass().name())
                        .thenComparing(Comparator.comparingDouble(AutoGroup::bytesPerSecond)
                                .reversed()))
                .toList();
    }

    double bytesPerSecond() {
        return links.stream().mapToDouble(AutoChoice::bytesPerSecond).sum();
    }

    private AutoChoice latest() {
        return links.stream().max(Comparator.comparing(AutoChoice::since)).orElseThrow();
    }

    /** Returns when the last of the links began to use the candidate. */
    Instant since() {
        return latest().since();
    }

    /** Returns why the last of the links changed to the candidate; empty text if it is its first one. */
    String reason() {
        return latest().reason().map(reason -> reason.label()).orElse("");
    }

    /** Returns the candidates as measured for the busiest of the links; empty while nothing was measured. */
    List<CandidateCost> costs() {
        return links.stream()
                .filter(link -> !link.costs().isEmpty())
                .max(Comparator.comparingDouble(AutoChoice::bytesPerSecond))
                .map(AutoChoice::costs)
                .orElse(List.of());
    }
}
