package io.narrows.proxy.auto;

import java.util.List;

/**
 * The choices in force for links whose rule has {@code codec: auto}.
 *
 * @param choices in no particular order
 * @param use the processors that the process used at the last reading
 */
public record AutoState(List<AutoChoice> choices, ProcessorUse use) {
    /** No links. */
    public static final AutoState NONE = new AutoState(List.of(), ProcessorUse.NONE);

    public AutoState {
        choices = List.copyOf(choices);
    }
}
