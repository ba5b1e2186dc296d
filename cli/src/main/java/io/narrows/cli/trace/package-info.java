/** Recorded traffic: what each read of each direction of each connection brought, and when. */
package io.narrows.cli.trace;
