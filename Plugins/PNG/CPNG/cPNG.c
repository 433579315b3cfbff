#include "cPNG.h"
int frameit_PNG(void){return 0;}
