<?php
/** Removes everything the plugin has stored, with the key. Images keep their names and texts. */

defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

delete_option( 'nomina' );
delete_metadata( 'user', 0, 'nomina_notices', '', true );
