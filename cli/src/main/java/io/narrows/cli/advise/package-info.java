/** Advice on the policy, from what running sidecars measured with other codecs and levels. */
@NullMarked
package io.narrows.cli.advise;

import org.jspecify.annotations.NullMarked;
