package io.narrows.tests.browser;

/**
 * The viewport of a tab.
 *
 * @param width in CSS pixels
 * @param height likewise
 * @param scale pixels of a screenshot per CSS pixel
 */
public record Viewport(int width, int height, int scale, boolean phone, boolean dark) {
    public static final Viewport DESKTOP = new Viewport(1200, 780, 1, false, false);
    public static final Viewport PHONE = new Viewport(390, 844, 1, true, false);

    public Viewport inTheDark() {
        return new Viewport(width, height, scale, phone, true);
    }
}
