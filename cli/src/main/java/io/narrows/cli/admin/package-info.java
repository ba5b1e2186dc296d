/** Requests to the admin port of a sidecar. */
@NullMarked
package io.narrows.cli.admin;

import org.jspecify.annotations.NullMarked;
