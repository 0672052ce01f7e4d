/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.fidelity;

import java.util.List;
import java.util.Locale;

/**
 * Draws goodput against SO_RCVBUF as an SVG: no style sheet, no script, no font of its own, a background of its own so that it
 * reads on any page.
 *
 * @param title above the chart
 * @param truth where the kernel's figures come from
 * @param points in order of the buffer
 * @param ceilingMbit what the line lets through
 */
record ReceiveBufferChart(String title, String truth, List<Point> points, double ceilingMbit) {

    /**
     * One buffer.
     *
     * @param bytes SO_RCVBUF
     * @param theory window / rtt, or the line
     * @param kernel measured on a real kernel
     * @param relay measured through the relay
     * @param proxy measured through a proxy that only delays; NaN when it was not
     */
    record Point(long bytes, double theory, double kernel, double relay, double proxy) {}

    private static final int WIDTH = 800;
    private static final int HEIGHT = 460;
    private static final int LEFT = 70;
    private static final int RIGHT = 30;
    private static final int TOP = 60;
    private static final int BOTTOM = 60;

    private static final String THEORY = "#6b7280";
    private static final String KERNEL = "#1d4ed8";
    private static final String RELAY = "#c2410c";
    private static final String PROXY = "#047857";

    String svg() {
        StringBuilder svg = new StringBuilder();
        svg.append(text(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\""
                        + " font-family=\"sans-serif\" font-size=\"14\">%n",
                WIDTH, HEIGHT, title));
        svg.append(text("<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>%n", WIDTH, HEIGHT));
        svg.append(text(
                "<text x=\"%d\" y=\"28\" font-size=\"17\" font-weight=\"bold\" fill=\"#111827\">%s</text>%n",
                LEFT, title));
        axes(svg);
        line(
                svg,
                THEORY,
                " stroke-dasharray=\"6 5\"",
                points.stream().mapToDouble(Point::theory).toArray());
        if (hasProxy()) {
            line(svg, PROXY, "", points.stream().mapToDouble(Point::proxy).toArray());
        }
        line(svg, KERNEL, "", points.stream().mapToDouble(Point::kernel).toArray());
        for (Point point : points) {
            double x = x(point.bytes());
            if (hasProxy()) {
                double y = y(point.proxy());
                svg.append(text("<path d=\"M%.1f %.1f l6 11 h-12 z\" fill=\"%s\"/>%n", x, y - 6, PROXY));
            }
            svg.append(text(
                    "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"8\" fill=\"#ffffff\" stroke=\"%s\" stroke-width=\"2.5\"/>%n",
                    x, y(point.kernel()), KERNEL));
            svg.append(text("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\" fill=\"%s\"/>%n", x, y(point.relay()), RELAY));
        }
        legend(svg);
        return svg.append(text("</svg>%n")).toString();
    }

    private boolean hasProxy() {
        return points.stream().noneMatch(point -> Double.isNaN(point.proxy()));
    }

    private void axes(StringBuilder svg) {
        int bottom = HEIGHT - BOTTOM;
        for (int mbit = 0; mbit <= top(); mbit += step()) {
            double y = y(mbit);
            svg.append(text(
                    "<path d=\"M%d %.1f H%d\" stroke=\"#e5e7eb\"/><text x=\"%d\" y=\"%.1f\" text-anchor=\"end\""
                            + " fill=\"#374151\">%d</text>%n",
                    LEFT, y, WIDTH - RIGHT, LEFT - 8, y + 5, mbit));
        }
        for (Point point : points) {
            svg.append(text(
                    "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\" fill=\"#374151\">%s</text>%n",
                    x(point.bytes()), bottom + 22, size(point.bytes())));
        }
        svg.append(text(
                "<path d=\"M%d %d H%d M%d %d V%d\" stroke=\"#374151\" fill=\"none\"/>%n",
                LEFT, bottom, WIDTH - RIGHT, LEFT, bottom, TOP));
        svg.append(text(
                "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\" fill=\"#374151\">SO_RCVBUF asked for</text>%n",
                (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 14));
        svg.append(text(
                "<text transform=\"translate(22 %d) rotate(-90)\" text-anchor=\"middle\" fill=\"#374151\">goodput, mbit</text>%n",
                (TOP + bottom) / 2));
    }

    private void legend(StringBuilder svg) {
        int x = WIDTH - RIGHT - 300;
        int y = HEIGHT - BOTTOM - 105;
        svg.append(text(
                "<rect x=\"%d\" y=\"%d\" width=\"306\" height=\"%d\" fill=\"#ffffff\" stroke=\"#d1d5db\"/>%n",
                x - 6, y - 8, hasProxy() ? 104 : 80));
        svg.append(text(
                "<path d=\"M%d %d h30\" stroke=\"%s\" stroke-width=\"2\" stroke-dasharray=\"6 5\"/>",
                x + 4, y + 8, THEORY));
        label(svg, x, y + 13, "theory: window / rtt, or the line");
        svg.append(text(
                "<circle cx=\"%d\" cy=\"%d\" r=\"8\" fill=\"#ffffff\" stroke=\"%s\" stroke-width=\"2.5\"/>",
                x + 19, y + 32, KERNEL));
        label(svg, x, y + 37, "kernel (" + truth + ")");
        svg.append(text("<circle cx=\"%d\" cy=\"%d\" r=\"4\" fill=\"%s\"/>", x + 19, y + 56, RELAY));
        label(svg, x, y + 61, "relay");
        if (hasProxy()) {
            svg.append(text("<path d=\"M%d %d l6 11 h-12 z\" fill=\"%s\"/>", x + 19, y + 74, PROXY));
            label(svg, x, y + 85, "a proxy that only delays and rates");
        }
    }

    private static void label(StringBuilder svg, int x, int y, String text) {
        svg.append(text("<text x=\"%d\" y=\"%d\" fill=\"#111827\">%s</text>%n", x + 42, y, text));
    }

    private void line(StringBuilder svg, String colour, String dashes, double... values) {
        StringBuilder path = new StringBuilder();
        for (int i = 0; i < values.length; i++) {
            path.append(text("%s%.1f %.1f ", i == 0 ? "M" : "L", x(points.get(i).bytes()), y(values[i])));
        }
        svg.append(text(
                "<path d=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"%s/>%n",
                path.toString().strip(), colour, dashes));
    }

    private double x(long bytes) {
        double first = Math.log((double) points.get(0).bytes());
        double last = Math.log((double) points.get(points.size() - 1).bytes());
        double inner = WIDTH - LEFT - RIGHT - 80;
        return LEFT + 40 + inner * (Math.log((double) bytes) - first) / (last - first);
    }

    private double y(double mbit) {
        return HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * mbit / top();
    }

    private double top() {
        return Math.max(
                        ceilingMbit,
                        points.stream()
                                .mapToDouble(point -> Double.isNaN(point.proxy()) ? 0 : point.proxy())
                                .max()
                                .orElse(0))
                * 1.12;
    }

    private int step() {
        double rough = top() / 6;
        double power = Math.pow(10, Math.floor(Math.log10(rough)));
        double digit = rough / power;
        return (int) Math.max(1, (digit < 1.5 ? 1 : digit < 3.5 ? 2 : digit < 7.5 ? 5 : 10) * power);
    }

    private static String size(long bytes) {
        if (bytes % (1 << 20) == 0) {
            return (bytes >> 20) + " MiB";
        }
        return bytes % (1 << 10) == 0 ? (bytes >> 10) + " KiB" : Long.toString(bytes);
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
