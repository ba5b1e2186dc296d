/** Classifies traffic by its first bytes and its rhythm. Bytes are only observed, never changed or held back. */
package io.narrows.proxy.classify;
