package io.narrows.proxy.auto;

/**
 * The processors that the process uses, by its own clock.
 *
 * @param now over the last 20 ms
 * @param pace over the last second
 * @param average over the last 10 s
 * @param exceedsBudget whether links have to give way
 */
public record ProcessorUse(double now, double pace, double average, boolean exceedsBudget) {
    static final ProcessorUse NONE = new ProcessorUse(0, 0, 0, false);
}
