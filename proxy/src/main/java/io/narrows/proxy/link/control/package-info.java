/** Control messages of a link. */
@NullMarked
package io.narrows.proxy.link.control;

import org.jspecify.annotations.NullMarked;
