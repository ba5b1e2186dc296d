/** A configuration proposed from the connections of this host. */
@NullMarked
package io.narrows.cli.adopt;

import org.jspecify.annotations.NullMarked;
