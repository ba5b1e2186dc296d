package io.narrows.bench;

import io.narrows.codec.CodecSpec;
import io.narrows.codec.Levels;

/**
 * A rule with a codec for all traffic.
 *
 * @param label of the codec in tables
 * @param text of the rule in YAML
 */
record CodecRule(String label, String text) {
    static final CodecRule AUTO = new CodecRule("auto", "{codec: auto}");

    static CodecRule of(CodecSpec spec) {
        String level = Levels.of(spec.codec()).exist() ? ", level: " + spec.level() : "";
        return new CodecRule(spec.toString(), "{codec: " + spec.codec().label() + level + "}");
    }

    boolean isAuto() {
        return text.equals(AUTO.text);
    }

    /** Returns the same rule with a label that names a circumstance. */
    CodecRule beside(String circumstance) {
        return new CodecRule(label + ", " + circumstance, text);
    }
}
