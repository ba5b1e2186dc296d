/**
 * The codecs of links whose rule has {@code codec: auto}: chosen from samples of what the links send ({@link
 * io.narrows.proxy.sample}), the tariff, and the processors that the process may use.
 */
@NullMarked
package io.narrows.proxy.auto;

import org.jspecify.annotations.NullMarked;
