/** The terms on which two sidecars use a link, as agreed by their hellos. */
package io.narrows.proxy.link.terms;
