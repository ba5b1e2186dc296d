/** The terms on which two sidecars use a link, as agreed by their hellos. */
@NullMarked
package io.narrows.proxy.link.terms;

import org.jspecify.annotations.NullMarked;
