package io.narrows.config;

import io.narrows.codec.CodecSpec;
import io.narrows.config.yaml.Words;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A policy's choice, with its reasons.
 *
 * @param misses the rules above the one that matched, in order, each with its reasons
 */
public record Explanation(Traffic traffic, Choice choice, List<Miss> misses) {
    public Explanation {
        misses = List.copyOf(misses);
    }

    /** A rule that did not match, and the reasons. */
    public record Miss(Rule rule, List<String> reasons) {
        public Miss {
            reasons = List.copyOf(reasons);
        }

        private String toText() {
            return "  " + name(rule) + ": " + String.join(" and ", reasons) + "\n";
        }
    }

    /**
     * Returns the explanation as several lines of text, with the tariff's price of such traffic and its origin.
     *
     * @param auto the settings of the rule if its codec is {@code auto}
     * @param placeNote a remark about the peer's place
     */
    String toText(Tariff tariff, AutoSettings auto, Optional<String> placeNote) {
        return "traffic      " + traffic.trafficClass() + " to " + traffic.peer() + ", " + traffic.from() + " to "
                + traffic.to() + "\n"
                + placeNote.map(note -> "place        " + note + "\n").orElse("")
                + "tier         " + traffic.tier().label() + "\n"
                + "chosen by    " + choice.rule().map(Explanation::name).orElse("no rule: none matches") + "\n"
                + "compression  " + choice.compression() + "\n"
                + (choice.compression().auto() ? choosing(auto) : "")
                + overload(choice.compression(), auto)
                + PriceText.of(traffic.from(), traffic.to(), tariff)
                + (misses.isEmpty() ? "" : "not matched\n")
                + misses.stream().map(Miss::toText).collect(Collectors.joining());
    }

    private static String choosing(AutoSettings auto) {
        return "auto         objective " + auto.objective().label() + ", candidates "
                + Words.and(auto.candidates().stream().map(CodecSpec::toString).toList())
                + "; the running sidecar shows its choice at /auto\n";
    }

    /** Names the faster codecs of those that may be used, each in a line. */
    private static String overload(Compression compression, AutoSettings auto) {
        List<CodecSpec> used = compression.auto() ? auto.candidates() : List.of(compression.spec());
        return used.stream().flatMap(Explanation::faster).distinct().collect(Collectors.joining());
    }

    private static Stream<String> faster(CodecSpec spec) {
        String late = " for frames that would be late, and while a link has stepped down";
        Optional<String> lower = spec.lowerLevel().map(level -> level + late + ", if the peer has it");
        String whenOverloaded =
                lower.isPresent() ? " if the peer has no level 0, or while that is too slow as well" : late;
        Optional<String> overloadCodec = spec.overloadCodec().map(faster -> Compression.of(faster) + whenOverloaded);
        return Stream.of(lower, overloadCodec).flatMap(Optional::stream).map(line -> "overload     " + line + "\n");
    }

    private static String name(Rule rule) {
        return "rule " + rule.number() + " at " + rule.place();
    }
}
