package io.narrows.proxy.sample;

/**
 * The compression of one turn's unpacked content with one candidate, beside that of the app bytes. Its figures rest on the same app bytes;
 * if nothing was unpacked, they are the same but for the search. Used on the worker's thread.
 *
 * @param plain the trial of the app bytes
 * @param content the trial of the content
 * @param window the figures
 */
record UnpackTrial(WhatIfTrial plain, WhatIfTrial content, WhatIfWindow window) {
    /** Adds the result for some pieces of copies to the figures, unless a trial lacked memory. */
    void count(UnpackedCopies unpacked, int from, int to, long now) {
        SampleSums plainFigures = plain.figures();
        SampleSums compressed = unpacked.isFound() ? content.figures() : plainFigures;
        if (plainFigures.appBytes() > 0 && compressed.appBytes() > 0) {
            window.add(unpacked.figures(from, to, plainFigures, compressed), unpacked.formats(), now);
        }
    }
}
