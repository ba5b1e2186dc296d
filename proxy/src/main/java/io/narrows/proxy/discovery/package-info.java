/** Finds peers that the configuration does not list. */
@NullMarked
package io.narrows.proxy.discovery;

import org.jspecify.annotations.NullMarked;
