#include "frameit_report_page.h"

/* #embed is C23, but the compiler supports it for older C, too. */
#pragma clang diagnostic ignored "-Wc23-extensions"
static const char style[] = {
#embed "page.css"
};
static const char body[] = {
#embed "page.html"
};
static const char script[] = {
#embed "page.js"
};

const struct frameit_report_part frameit_report_style = {style, sizeof style};
const struct frameit_report_part frameit_report_body = {body, sizeof body};
const struct frameit_report_part frameit_report_script = {script, sizeof script};
