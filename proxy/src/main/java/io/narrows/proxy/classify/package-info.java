/** Classifies traffic by its first bytes and its rhythm. Bytes are only observed, never changed or held back. */
@NullMarked
package io.narrows.proxy.classify;

import org.jspecify.annotations.NullMarked;
