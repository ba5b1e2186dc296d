/** The place of this machine, from its host name and from the metadata services of clouds. */
@NullMarked
package io.narrows.cli.platform;

import org.jspecify.annotations.NullMarked;
