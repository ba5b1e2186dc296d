/**
 * The dictionaries of a sidecar: their files, those in memory, and the training of new ones on samples of what the sidecar sends
 * (docs/formats/dictionary.md).
 */
@NullMarked
package io.narrows.proxy.dictionary;

import org.jspecify.annotations.NullMarked;
