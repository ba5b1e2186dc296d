/** {@code narrows estimate}: what sidecars would save on captured traffic. */
@NullMarked
package io.narrows.cli.estimate;

import org.jspecify.annotations.NullMarked;
